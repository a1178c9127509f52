using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using IwTune.Chaos.Schedules;
using IwTune.Lab;

namespace IwTune.Chaos.Running;

/// <summary>A host with its agent, on a small disk of its own, and what can go wrong there.</summary>
internal sealed partial class ChaosHost : IDisposable
{
    private const string DiskSize = "48m",
        Flushes = "fsync,fdatasync";

    private const int Killed = 9;

    private static readonly string[] Families = ["-4", "-6"];

    /// <summary>How long a fault at a system call is waited for: an idle agent may never come to it.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(6);

    private readonly string disk;
    private readonly string trace;
    private readonly OutboxWitness witness;
    private readonly int number;

    /// <param name="host">Where the agent runs.</param>
    /// <param name="folder">A folder of this run.</param>
    /// <param name="number">From 1: its place in the site's addresses.</param>
    public ChaosHost(SiteHost host, string folder, int number)
    {
        disk = Path.Combine(folder, host.Name);
        trace = Path.Combine(folder, $"{host.Name}.trace");
        this.number = number;
        Directory.CreateDirectory(disk);
        Commands.Run("mount", "-t", "tmpfs", "-o", $"size={DiskSize}", "chaos", disk);
        Clock = new FakeClock(Path.Combine(folder, $"{host.Name}.clock"));
        Agent = new AgentProcess(host, disk, Binaries.Agent) { Environment = Clock.Environment };
        witness = new OutboxWitness(disk, Path.Combine(Agent.State, "outbox"), Path.Combine(disk, "seen"));
        Before = RouteImage.Of(host.Space);
    }

    public AgentProcess Agent { get; }

    /// <summary>The agent's time of day.</summary>
    public FakeClock Clock { get; }

    /// <summary>The routes before the agent came.</summary>
    public RouteImage Before { get; }

    public string Name => Agent.Host.Name;

    /// <summary>Its id in the fleet; <see langword="null"/> outside one.</summary>
    public string? Id =>
        Path.Combine(Agent.State, "identity.json") is var file && File.Exists(file)
            ? JsonDocument.Parse(File.ReadAllText(file)).RootElement.GetProperty("hostId").GetString()
            : null;

    /// <summary>True when it left and said that reports could not be sent.</summary>
    public bool LostReports { get; set; }

    /// <summary>The lines that were in the outbox at any time.</summary>
    public IReadOnlyList<string> Reported => witness.Lines;

    /// <summary>What the agent said over all its starts.</summary>
    public string Log { get; private set; } = "";

    /// <summary>SIGKILL, also to an agent below strace.</summary>
    public void Kill()
    {
        var traced = Agent.Daemon.Children;
        foreach (var child in traced)
            Native.Signal(child, Killed);
        Agent.Daemon.Kill();
        // Its lock on the state directory goes with it: the next one would find it in use.
        Until.True(() => !traced.Any(LabProcess.Runs), () => $"the agent of {Name} does not end");
        Log += Agent.Daemon.Output + "--- killed\n";
    }

    public void Start() => Agent.Start();

    /// <summary>
    /// Starts an agent again that ended because a command had its state directory in use, as its service manager does: a killed agent
    /// leaves the work to the command, which may not have ended when the agent comes back.
    /// </summary>
    public void StartAgainIfRefused()
    {
        if (!Agent.Daemon.Ended || !Agent.Daemon.Output.Contains(" is in use by ", StringComparison.Ordinal))
            return;
        Log += Agent.Daemon.Output + "--- refused\n";
        Start();
    }

    /// <summary>Stops the agent as its service manager does, and starts it again.</summary>
    public async Task RestartAsync()
    {
        await Agent.Daemon.StopAsync();
        Log += Agent.Daemon.Output + "--- stopped\n";
        Start();
    }

    /// <summary>Starts the agent anew, and kills it before its Nth system call that leaves a trace.</summary>
    /// <param name="call">From 1.</param>
    /// <param name="file">Only calls on this file count; <see langword="null"/> for every call.</param>
    public async Task KillAtCallAsync(int call, StateFile? file = null)
    {
        Kill();
        Agent.StartUnder(KillPoint.Before(call, file is { } one ? PathsOf(one) : []));
        await EndedAsync();
        Kill();
    }

    /// <summary>Starts the agent anew, and lets its Nth flush fail.</summary>
    public async Task FlushFailsAsync(int flush)
    {
        Kill();
        Agent.StartUnder(KillPoint.Injecting(Flushes, $"error=EIO:when={flush}"));
        await EndedAsync();
        Kill();
    }

    /// <summary>Starts the agent anew, kills it before its Nth flush, and cuts off the end of what it was about to flush.</summary>
    /// <param name="flush">From 1.</param>
    /// <param name="kept">The share of the last line that is kept, per mille.</param>
    /// <returns>What was cut, in words.</returns>
    public async Task<string> TearWriteAsync(int flush, int kept)
    {
        Kill();
        Agent.StartUnder(KillPoint.Injecting(Flushes, $"signal=SIGKILL:when={flush}", trace));
        var reached = await EndedAsync();
        Kill();
        return reached && File.ReadLines(trace).Select(line => Flushed().Match(line)).LastOrDefault(match => match.Success) is { } last
            ? Tear(last.Groups[1].Value, kept)
            : "the agent did not come to that flush";
    }

    /// <summary>Makes the default routes anew, as at boot.</summary>
    public void MakeRoutesAnew()
    {
        Disturb();
        Agent.Host.Space.Ip($"-6 route change default via fd77:{number}::1 dev eth0 proto static metric 1024");
    }

    /// <summary>A program writes the default route without a window.</summary>
    public void Disturb() => Agent.Host.Space.Ip($"route change default via 10.77.{number}.1 dev eth0 proto static");

    /// <summary>Takes every free byte of the disk, or gives it back.</summary>
    public void Fill(bool full)
    {
        var filler = Path.Combine(disk, "filler");
        if (full)
            Commands.TryRun("dd", "if=/dev/zero", $"of={filler}", "bs=64k");
        else
            File.Delete(filler);
    }

    /// <summary>The windows of both default routes as iproute2, which is not part of the product, shows them.</summary>
    public IReadOnlyList<int?> Windows() =>
        [
            .. Families.Select(family =>
                Window().Match(Agent.Host.Space.Ip($"{family} route show default")) is { Success: true } found
                    ? int.Parse(found.Groups[1].Value, CultureInfo.InvariantCulture)
                    : (int?)null
            ),
        ];

    /// <summary>Keeps its log and its state directory.</summary>
    public void KeepIn(string folder)
    {
        File.WriteAllText(Path.Combine(folder, $"{Name}.log"), Log + Agent.Output);
        Commands.TryRun("cp", "-a", Agent.State, Path.Combine(folder, $"{Name}.state"));
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Agent.Dispose();
        witness.Dispose();
        Commands.TryRun("umount", "-l", disk);
    }

    /// <summary>The file and the one beside it that replaces it.</summary>
    private string[] PathsOf(StateFile file)
    {
        var path = Path.Combine(
            Agent.State,
            file switch
            {
                StateFile.Journal => "journal",
                StateFile.Bundles => "bundles.json",
                _ => "outbox/bookmark",
            }
        );
        return [path, $"{path}.new"];
    }

    private async Task<bool> EndedAsync()
    {
        try
        {
            await Until.TrueAsync(() => Agent.Daemon.Ended, () => "it runs on", Patience);
            return true;
        }
        catch (LabException)
        {
            return false;
        }
    }

    /// <summary>A file without lines is written as a whole.</summary>
    private static string Tear(string path, int kept)
    {
        if (new FileInfo(path) is not { Exists: true, Length: > 0 })
            return $"{Path.GetFileName(path)} had nothing to lose";
        var content = File.ReadAllBytes(path);
        var line = content.AsSpan(0, content.Length - 1).LastIndexOf((byte)'\n') + 1;
        var length = line + (content.Length - line) * kept / 1000;
        using (var file = new FileStream(path, FileMode.Open))
            file.SetLength(length);
        return $"{Path.GetFileName(path)} lost {content.Length - length} of its last {content.Length - line} bytes";
    }

    [GeneratedRegex(@"f(?:data)?sync\(\d+<([^>]+)>")]
    private static partial Regex Flushed();

    [GeneratedRegex(@"initcwnd (\d+)")]
    private static partial Regex Window();
}
