using IwTune.Agent.Cli;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Tests.Cli;
using IwTune.Lab.Serving;

namespace IwTune.Agent.Tests.Linux.Probing.Remote;

/// <summary>A server on a path of 2 ms, and the command line at its other end.</summary>
internal sealed class ProbedServer : IDisposable
{
    private readonly PageServer _server;
    private readonly IDisposable? _certificate;

    public ProbedServer(Page page, int window = 10, int? certificateBytes = null)
    {
        Privileged.Require();
        Path = new RemotePath(TimeSpan.FromMilliseconds(2));
        Path.StartWith(window);
        var certificate = certificateBytes is { } bytes ? Certificates.OfSize(bytes) : null;
        _certificate = certificate;
        _server = PageServer.Listen(Path.Server, 8000, "cubic", page, certificate);
    }

    public RemotePath Path { get; }

    /// <summary>Runs a command at the client's end.</summary>
    public Task<Said> RunAsync(params string[] args) => RunAsync(width: null, args);

    /// <summary>Runs a command on a terminal with this number of columns.</summary>
    public Task<Said> RunAsync(int? width, params string[] args) =>
        Path.Client.RunAsync(async () =>
        {
            using var output = new StringWriter { NewLine = "\n" };
            using var error = new StringWriter { NewLine = "\n" };
            var terminal = new Terminal(output, error, TextReader.Null, Interactive: width is not null, Colour: false) { Width = width };
            var context = new CliContext(ThisHost.Open, terminal, TimeProvider.System);
            var exit = await CommandLine.RunAsync(args, context, [("probe", ProbeVerb.Create), ("rtt", RttVerb.Create)]);
            return new Said(exit, output.ToString(), error.ToString());
        });

    public void Dispose()
    {
        _server.Dispose();
        _certificate?.Dispose();
        Path.Dispose();
    }
}
