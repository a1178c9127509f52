using System.Text.Json;
using IwTune.Agent.Control;
using IwTune.Agent.Tests.Control;
using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Cli.Fleet;

/// <summary>The list of tokens says how many hosts enrolled with each, and when programs used one.</summary>
[Collection("command line")]
public sealed class TokensListTests : IDisposable
{
    private readonly Bench _bench = new();
    private readonly TestAuthority _authority = new();
    private readonly TestServer _server;
    private readonly Shell _shell;

    public TokensListTests()
    {
        _shell = new Shell(_bench);
        _server = new TestServer(_authority)
        {
            Answer = (line, _, _) => (200, "", line.Contains(AgentPaths.Authority, StringComparison.Ordinal) ? _authority.Pem : Tokens()),
        };
    }

    [Fact]
    public async Task A_token_for_hosts_shows_its_hosts_and_a_token_for_programs_its_last_use()
    {
        var said = await _shell.RunAsync(
            "fleet",
            "tokens",
            "list",
            "--server",
            _server.Address.ToString(),
            "--token",
            "t",
            "--ca-pin",
            CaPin.Of(_authority.Root).ToString()
        );
        Assert.True(said.Exit == 0, said.Error);
        var lines = said.Out.Split('\n');
        foreach (
            var (name, used) in ((string, string)[])
                [("rack", "2 of 5 hosts"), ("site", "1 host "), ("unused", "never"), ("ci", "1m 0s ago")]
        )
            Assert.Contains(used, lines.Single(line => line.StartsWith(name, StringComparison.Ordinal)), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_role_with_an_empty_selector_is_refused_before_the_server_is_asked()
    {
        var said = await _shell.RunAsync("fleet", "tokens", "create", "--role", "operator:");
        Assert.Equal(64, said.Exit);
        Assert.Contains("a selector is missing", said.Error, StringComparison.Ordinal);
        Assert.Empty(_server.Requests);
    }

    private string Tokens() =>
        JsonSerializer.Serialize<IReadOnlyList<TokenSummary>>(
            [
                Token("rack", TokenKind.Enrolment, used: 2) with
                {
                    UsesLeft = 3,
                },
                Token("site", TokenKind.Enrolment, used: 1),
                Token("unused", TokenKind.Api, used: 0),
                Token("ci", TokenKind.Api, used: 0) with
                {
                    LastUsed = _bench.Clock.GetUtcNow().AddMinutes(-1),
                },
            ],
            AccessJson.Default.IReadOnlyListTokenSummary
        );

    private TokenSummary Token(string name, TokenKind kind, int used) =>
        new()
        {
            Id = $"id-{name}",
            Kind = kind,
            Name = name,
            Prefix = "iwt",
            Used = used,
            Labels = new Dictionary<string, string>(StringComparer.Ordinal),
            Author = "cli:root",
            Created = _bench.Clock.GetUtcNow(),
            Expires = _bench.Clock.GetUtcNow().AddHours(1),
        };

    public void Dispose()
    {
        _server.Dispose();
        _authority.Dispose();
        _shell.Dispose();
        _bench.Dispose();
    }
}
