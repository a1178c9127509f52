using System.Globalization;

namespace IwTune.Lab;

/// <summary>
/// A separate network namespace: its routes, sysctls and sockets do not affect the host. Disposing it ends the processes started in it and
/// removes it.
/// </summary>
public sealed class NetNamespace : IAsyncDisposable, IDisposable
{
    /// <summary>How the name of each namespace of a test starts.</summary>
    public const string Prefix = "iwt-";

    private static int last;

    /// <summary>
    /// The directory of names: iproute2 makes it with its first namespace. The others are made without a process, which would take ten
    /// times as long.
    /// </summary>
    private static readonly Lazy<bool> Folder = new(() =>
    {
        var first = $"{Prefix}{Environment.ProcessId}-0";
        Commands.Run("ip", "netns", "add", first);
        Leftovers.Remove(first);
        return true;
    });

    private readonly List<LabProcess> processes = [];
    private bool disposed;

    private NetNamespace(string name) => Name = name;

    /// <summary>As <c>ip netns</c> shows it: <c>iwt-PID-N[-role]</c>, PID being this process.</summary>
    public string Name { get; }

    /// <summary>The namespace's file, for setns(2).</summary>
    public string Path => System.IO.Path.Combine("/run/netns", Name);

    /// <summary>Makes a namespace with its loopback up.</summary>
    /// <param name="role">Ends the name, for people who read <c>ip netns</c>.</param>
    /// <exception cref="LabException">iproute2 refused; the text says why.</exception>
    public static NetNamespace Create(string role = "")
    {
        var number = Interlocked.Increment(ref last).ToString(CultureInfo.InvariantCulture);
        var name = $"{Prefix}{Environment.ProcessId}-{number}{(role.Length == 0 ? "" : "-" + role)}";
        _ = Folder.Value;
        var made = new NetNamespace(name);
        Native.MakeNetwork(made.Path);
        return made;
    }

    /// <summary>Joins two namespaces by a veth pair and brings both ends up. Segmentation offload stays as the kernel makes it.</summary>
    public static void Join(NetNamespace a, string linkA, NetNamespace b, string linkB)
    {
        Commands.Run("ip", "link", "add", linkA, "netns", a.Name, "type", "veth", "peer", "name", linkB, "netns", b.Name);
        a.Ip($"link set {linkA} up");
        b.Ip($"link set {linkB} up");
    }

    /// <summary>Runs <c>ip</c> in the namespace: <c>Ip("route add 10.0.0.0/8 via 192.0.2.1")</c>.</summary>
    /// <returns>What it printed.</returns>
    /// <exception cref="LabException">The exit code is not 0.</exception>
    public string Ip(string arguments) => Commands.Run("ip", ["-n", Name, .. arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries)]);

    /// <summary>Runs several lines of <c>ip</c> in one process, because most of the cost of a line is its process.</summary>
    /// <param name="options">Before <c>-batch</c>, for all lines: <c>-6</c>. A line of a batch takes no options of its own.</param>
    /// <param name="lines">The lines.</param>
    /// <returns>What they printed.</returns>
    /// <exception cref="LabException">One of them failed; those after it were not run.</exception>
    public string IpBatch(string[] options, IEnumerable<string> lines)
    {
        var result = TryIpBatch(options, lines);
        return result.ExitCode == 0
            ? result.Output
            : throw new LabException(
                $"`ip -n {Name} {string.Join(' ', options)} -batch` ended with {result.ExitCode}: {result.Error.Trim()}"
            );
    }

    /// <inheritdoc cref="IpBatch(string[], IEnumerable{string})"/>
    public string IpBatch(params IEnumerable<string> lines) => IpBatch([], lines);

    /// <summary>The same, also on failure.</summary>
    public CommandResult TryIpBatch(string[] options, IEnumerable<string> lines) =>
        Commands.TryRun("ip", ["-n", Name, .. options, "-batch", "-"], environment: null, string.Join('\n', lines) + "\n");

    /// <summary>Runs a command to completion in the namespace.</summary>
    /// <exception cref="LabException">The exit code is not 0.</exception>
    public string Exec(string program, params string[] arguments) => Commands.Run("ip", ["netns", "exec", Name, program, .. arguments]);

    /// <summary>Runs a command to completion in the namespace and returns its code and both outputs, also on failure.</summary>
    public CommandResult TryExec(string program, params string[] arguments) =>
        Commands.TryRun("ip", ["netns", "exec", Name, program, .. arguments]);

    /// <summary>The same with more environment.</summary>
    public CommandResult TryExec(string program, IReadOnlyList<string> arguments, IReadOnlyDictionary<string, string>? environment) =>
        Commands.TryRun("ip", ["netns", "exec", Name, program, .. arguments], environment);

    /// <summary>Writes a sysctl of the namespace: <c>Sysctl("net.ipv4.ip_forward", "1")</c>.</summary>
    public void Sysctl(string name, string value) => Run(() => File.WriteAllText("/proc/sys/" + name.Replace('.', '/'), value));

    /// <summary>Starts a process in the namespace. It is killed when the namespace is disposed, if it still runs.</summary>
    public LabProcess Start(string program, params string[] arguments) => Start(program, arguments, environment: null);

    /// <inheritdoc cref="Start(string, string[])"/>
    public LabProcess Start(string program, IReadOnlyList<string> arguments, IReadOnlyDictionary<string, string>? environment)
    {
        // `ip netns exec` replaces itself by the program, so the process id is the program's own.
        var started = LabProcess.Start("ip", ["netns", "exec", Name, program, .. arguments], environment);
        lock (processes)
            processes.Add(started);
        return started;
    }

    /// <summary>Runs code on a thread of the namespace and waits for it.</summary>
    public void Run(Action work) =>
        Run(() =>
        {
            work();
            return true;
        });

    /// <inheritdoc cref="Run(Action)"/>
    public T Run<T>(Func<T> work) => NamespaceThread.Start(this, () => Task.FromResult(work())).GetAwaiter().GetResult();

    /// <summary>
    /// Runs asynchronous code on a thread of the namespace; its awaits resume there, so sockets it opens and files of
    /// <c>/proc/sys/net</c> and <c>/sys/class/net</c> it reads are the namespace's.
    /// Code that leaves for the thread pool (Task.Run, ConfigureAwait(false), HttpClient's own connecting) leaves the namespace.
    /// </summary>
    public Task<T> RunAsync<T>(Func<Task<T>> work) => NamespaceThread.Start(this, work);

    /// <inheritdoc cref="RunAsync{T}"/>
    public Task RunAsync(Func<Task> work) =>
        NamespaceThread.Start(
            this,
            async () =>
            {
                await work();
                return true;
            }
        );

    /// <inheritdoc/>
    public void Dispose()
    {
        if (disposed)
            return;
        disposed = true;
        foreach (var process in processes)
            process.Dispose();
        Leftovers.Remove(Name);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        Dispose();
        return ValueTask.CompletedTask;
    }
}
