using System.Globalization;
using System.Net;
using System.Net.Sockets;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Linux.Bpf;
using IwTune.Lab;
using IwTune.Shared.Policies;
using static IwTune.Agent.Linux.Bpf.Instruction;

namespace IwTune.Agent.Tests.Linux.Bpf;

/// <summary>
/// A host with addresses of several prefixes behind it, its own control group, and processes in both; the kernel is asked about their
/// connections.
/// </summary>
internal sealed class BpfBench : IDisposable
{
    public const int Port = 7443;

    private static readonly string Lab = Path.Combine(AppContext.BaseDirectory, "iwtune-lab");

    private readonly TcpListener _far;

    /// <param name="podLogs">Where the names of pods are looked for.</param>
    public BpfBench(string podLogs = "/nowhere")
    {
        Group = Grouped.Create();
        Zoo = new RouteZoo(
            new HostSettings
            {
                Backend = Backend.Bpf,
                ControlGroup = Group.Path,
                PodLogs = podLogs,
            }
        );
        Zoo.Peer.IpBatch(
            "addr add 10.77.0.1/32 dev lo",
            "addr add 10.77.1.1/32 dev lo",
            "addr add 10.78.0.1/32 dev lo",
            "addr add fd77::1/128 dev lo nodad",
            "addr add fd77:0:0:1::1/128 dev lo nodad"
        );
        Zoo.Host.IpBatch("route add default via 10.99.0.2", "route add default via fd99::2");
        _far = Zoo.Peer.Run(Listen);
    }

    public ControlGroup Group { get; }

    public RouteZoo Zoo { get; }

    /// <summary>A program over a map with these windows, attached to the group.</summary>
    public Installed Install(params (string Destination, Window Window)[] windows)
    {
        var map = WindowMap.Create();
        foreach (var (destination, window) in windows)
            map.Set(Prefix.Of(IPNetwork.Parse(destination)), window);
        return new Installed(
            this,
            map,
            Attachment.To(Group.Path, LoadedProgram.Load(SockOpsPrograms.OwnName, WindowProgram.Code(map.Descriptor)))
        );
    }

    /// <summary>The programs that are attached to the group itself.</summary>
    public IReadOnlyList<SockOpsProgram> Attached() => ProgramQuery.Of(Group.Path, inherited: false);

    /// <summary>
    /// Waits until a program is gone. Between fork and exec a process that another test starts has all descriptors of this one, and a link
    /// lives while any of them is open.
    /// </summary>
    public void IsGone(string name) => Until.True(() => Attached().All(program => program.Name != name), () => $"{name} is still attached");

    /// <summary>The windows that connections of a process of the group start with.</summary>
    public Task<string> ConnectAsync(params string[] peers) => ConnectAsync("cubic", peers);

    /// <summary>The same with this congestion control.</summary>
    public async Task<string> ConnectAsync(string algorithm, string[] peers)
    {
        using var process = Start(["measure", "connect", algorithm, .. peers.Select(peer => $"{peer}:{Port}")]);
        Assert.True(await process.WaitForExitAsync() == 0, process.Output);
        return string.Join(' ', process.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(Cwnd));
    }

    /// <summary>A process of the group that listens.</summary>
    public async Task<LabProcess> ListenAsync(string algorithm = "cubic")
    {
        var process = Start(["measure", "listen", algorithm, $"{Port}"]);
        await process.WaitForLineAsync("listening");
        return process;
    }

    /// <summary>The window that the listener's side of a connection from the peer's namespace starts with.</summary>
    public async Task<int> AcceptAsync(LabProcess listener, string to)
    {
        var from = Zoo.Peer.Run(() =>
        {
            using var socket = new Socket(IPAddress.Parse(to).AddressFamily, SocketType.Stream, ProtocolType.Tcp);
            socket.Connect(IPAddress.Parse(to), Port);
            return ((IPEndPoint)socket.LocalEndPoint!).Port;
        });
        return Cwnd(await listener.WaitForLineAsync($":{from} cwnd "));
    }

    /// <summary>The first window that a connection of the group announces to its peer, bytes.</summary>
    public async Task<long?> AnnouncedAsync(string peer)
    {
        using var listener = Zoo.Peer.Run(() => Listen(Port + 1));
        using var process = Start(["measure", "connect", "cubic", $"{peer}:{Port + 1}"]);
        using var limit = new CancellationTokenSource(Until.Limit);
        using var accepted = await listener.AcceptSocketAsync(limit.Token);
        return Agent.Linux.Probing.TcpInfo.Read(accepted).PeerWindowBytes;
    }

    /// <summary>A program that runs in the group.</summary>
    public LabProcess StartProgram(string binary, IReadOnlyList<string> arguments)
    {
        var (program, all) = Group.Command(binary, [.. arguments]);
        return Zoo.Host.Start(program, all);
    }

    /// <summary>
    /// A program that runs in the group and sees it: <c>ip netns exec</c> would hide the control groups behind another /sys.
    /// </summary>
    public LabProcess StartSeeing(string binary, IReadOnlyList<string> arguments)
    {
        var (program, all) = Group.Command("nsenter", [$"--net={Zoo.Host.Path}", binary, .. arguments]);
        return LabProcess.Start(program, all);
    }

    /// <summary>The laboratory's own program for measuring, in the group.</summary>
    public LabProcess StartMeasuring(params string[] what) => Start(["measure", .. what]);

    private LabProcess Start(IReadOnlyList<string> arguments) => StartProgram(Lab, arguments);

    public void Dispose()
    {
        _far.Dispose();
        Zoo.Dispose();
        Group.Dispose();
    }

    /// <summary>Another program, which gives every opened connection this window.</summary>
    public static Instruction[] Always(int segments) =>
        Line.Assemble([
            Read(Register.R2, Register.R1, 0),
            JumpIfNot(Register.R2, 4).To("done"),
            WriteValue(Register.Frame, -4, segments),
            Set(Register.R2, 6),
            Set(Register.R3, 1001),
            Copy(Register.R4, Register.Frame),
            Add(Register.R4, -4),
            Set(Register.R5, 4),
            Call(KernelFunction.SetSocketOption),
            Line.Here("done"),
            Set(Register.R0, 1),
            Exit(),
        ]);

    private static int Cwnd(string line) =>
        int.Parse(line[(line.IndexOf(" cwnd ", StringComparison.Ordinal) + 6)..].Split(' ')[0], CultureInfo.InvariantCulture);

    private static TcpListener Listen() => Listen(Port);

    private static TcpListener Listen(int port)
    {
        var listener = new TcpListener(IPAddress.IPv6Any, port) { Server = { DualMode = true } };
        listener.Start();
        return listener;
    }
}

/// <summary>The program over its map, as attached; detached when disposed.</summary>
internal sealed record Installed(BpfBench Bench, WindowMap Map, Attachment Attached) : IDisposable
{
    private bool disposed;

    public void Dispose()
    {
        if (disposed)
            return;
        disposed = true;
        Attached.Dispose();
        Bench.IsGone(SockOpsPrograms.OwnName);
        Map.Dispose();
    }
}
