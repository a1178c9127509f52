using IwTune.Agent.Control;
using IwTune.Agent.Tests.Control;
using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Cli.Fleet;

/// <summary>Runs <c>iwtune fleet</c> against a server whose answers the test gives.</summary>
internal sealed class FleetShell : IDisposable
{
    private readonly Bench _bench = new();
    private readonly TestAuthority _authority = new();
    private readonly TestServer _server;
    private readonly Shell _shell;

    public FleetShell()
    {
        _shell = new Shell(_bench);
        _server = new TestServer(_authority) { Answer = (line, _, _) => Answered(line) };
    }

    /// <summary>Path and query → status, extra header lines, body.</summary>
    public Func<string, (int Status, string Headers, string Body)> Answer { get; set; } = _ => (404, "", "");

    /// <summary>The path and query of every request, without that for the CA.</summary>
    public IReadOnlyList<string> Asked =>
        [.. _server.Requests.Select(request => Path(request.Line)).Where(path => path != AgentPaths.Authority)];

    public DateTimeOffset Now => _bench.Clock.GetUtcNow();

    public string Edge() => _shell.Edge();

    public string File(string name, string text) => _shell.File(name, text);

    /// <param name="typed">What follows <c>iwtune fleet</c>, without the server and the token.</param>
    public Task<Said> RunAsync(params string[] typed) =>
        _shell.RunAsync(["fleet", .. typed, "--server", $"{_server.Address}", "--token", "t", "--ca-pin", $"{CaPin.Of(_authority.Root)}"]);

    public Task<Said> HelpAsync(params string[] typed) => _shell.RunAsync(["fleet", .. typed, "--help"]);

    public void Dispose()
    {
        _server.Dispose();
        _authority.Dispose();
        _shell.Dispose();
        _bench.Dispose();
    }

    private (int Status, string Headers, string Body) Answered(string line) =>
        Path(line) is var path && path == AgentPaths.Authority ? (200, "", _authority.Pem) : Answer(path);

    private static string Path(string line) => line.Split(' ')[1];
}
