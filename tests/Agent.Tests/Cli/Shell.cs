using IwTune.Agent.Cli;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Linux.Facts;
using IwTune.Agent.Ports;
using IwTune.Agent.Simulated;
using IwTune.Agent.Tests.Engine;
using IwTune.Agent.Windows.ServiceControl;

namespace IwTune.Agent.Tests.Cli;

/// <summary>Runs commands on a simulated host: arguments in, exit code, output and errors out.</summary>
internal sealed class Shell(Bench bench) : IDisposable
{
    private readonly string _files = Directory.CreateTempSubdirectory("iwtune-files-").FullName;

    /// <summary>Why this user may change nothing; <see langword="null"/> for root.</summary>
    public string? Lacking { get; set; }

    /// <summary>The host's connections; <see langword="null"/> where the system does not report them.</summary>
    public IConnections? Connections { get; set; }

    /// <summary>The host's network namespaces; <see langword="null"/> where the system has none.</summary>
    public Func<NamespaceReading>? Namespaces { get; set; }

    /// <summary>The settings for the host that take precedence over its own.</summary>
    public CentralSettings Central { get; set; } = CentralSettings.None;

    /// <summary>The services of Windows; <see langword="null"/> on other systems.</summary>
    public IServiceDatabase? Services { get; set; }

    /// <summary>The state directories that the service of this host can have used.</summary>
    public IReadOnlyList<string> States { get; set; } = [];

    /// <summary>What can be collected of the host; <see langword="null"/> where nothing can.</summary>
    public Collection? Collection { get; set; }

    /// <summary>The state directories with a process that restores when the command is killed.</summary>
    public List<string> Watched { get; } = [];

    /// <summary>Cancelled by Ctrl+C.</summary>
    public CancellationToken Stop { get; set; }

    public IRehearsal? Rehearsal { get; init; }

    /// <summary>Why output was lost; <see langword="null"/> when all of it was written.</summary>
    public Exception? Lost { get; set; }

    /// <summary>The standard input.</summary>
    public string Input { get; set; } = "";

    /// <summary>The standard input of a verb that reads bytes.</summary>
    public byte[] InputBytes { get; set; } = [];

    /// <summary>The state directory is the bench's, of a command that has one.</summary>
    public Task<Said> RunAsync(params string[] args) =>
        RunWithoutStateAsync(
            args is ["fleet", ..] and not ["fleet", "surveys", "push", ..] ? args : [.. args, "--state", bench.State.Root]
        );

    /// <summary>The arguments name the state directory, or it is the host's own.</summary>
    public async Task<Said> RunWithoutStateAsync(params string[] args)
    {
        using var output = new StringWriter();
        using var error = new StringWriter();
        using var input = new StringReader(Input);
        var context = new CliContext(
            _ => new HostPorts(
                bench.Tuner,
                new SimulatedProbe(bench.Clock),
                new LinuxHostFacts(),
                (managed, _) => ValueTask.FromResult<IReadOnlyList<ManualUndo>>([.. managed.Select(ByHand)]),
                Lacking,
                bench.Doctor
            )
            {
                Connections = Connections,
                Namespaces = Namespaces,
                Collection = Collection,
                Rehearsal = Rehearsal,
            },
            new Terminal(output, error, input, Interactive: false, Colour: false)
            {
                Bytes = () => new MemoryStream(InputBytes),
                Lost = () => Lost,
            },
            bench.Clock
        )
        {
            Central = () => Central,
            Services = Services,
            States = _ => new(States),
            Stop = Stop,
            Watch = state => Watched.Add(state.Root),
        };
        var exit = await CommandLine.RunAsync(args, context, Program.Verbs);
        return new Said(exit, output.ToString(), error.ToString());
    }

    /// <summary>A policy of 16 segments for the default routes.</summary>
    /// <returns>Its file.</returns>
    public string Edge() => File("edge.yaml", "policy: edge\nwindow: { initcwnd: 16 }\nscopes: [default]\n");

    /// <summary>Applies <see cref="Edge"/>, which must succeed.</summary>
    public async Task ApplyEdgeAsync() => Assert.Equal(0, (await RunAsync("apply", Edge())).Exit);

    /// <summary>Writes a file with this text.</summary>
    public string File(string name, string text)
    {
        var path = Path.Combine(_files, name);
        System.IO.File.WriteAllText(path, text);
        return path;
    }

    public void Dispose() => Directory.Delete(_files, recursive: true);

    private static ManualUndo ByHand(Target target) =>
        new(target.Id, [$"ip route change {System.Text.Encoding.UTF8.GetString(target.Original!.Raw.Span)}"]);
}

/// <summary>The result of a command.</summary>
internal sealed record Said(int Exit, string Out, string Error);
