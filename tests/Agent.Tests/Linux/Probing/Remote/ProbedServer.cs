using IwTune.Agent.Cli.Probing;
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
        NamespaceShell.RunAsync(Path.Client, [("probe", ProbeVerb.Create), ("rtt", RttVerb.Create)], args, width);

    public void Dispose()
    {
        _server.Dispose();
        _certificate?.Dispose();
        Path.Dispose();
    }
}
