using System.Text.Json;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Agent.Tests.Cli.Fleet;

/// <summary>The list of tokens says how many hosts enrolled with each, and when programs used one.</summary>
[Collection("command line")]
public sealed class TokensListTests : IDisposable
{
    private readonly FleetShell _fleet = new();

    public TokensListTests() => _fleet.Answer = _ => (200, "", Tokens());

    [Fact]
    public async Task A_token_for_hosts_shows_its_hosts_and_a_token_for_programs_its_last_use()
    {
        var said = await _fleet.RunAsync("tokens", "list");
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
        var said = await _fleet.RunAsync("tokens", "create", "--role", "operator:");
        Assert.Equal(64, said.Exit);
        Assert.Contains("a selector is missing", said.Error, StringComparison.Ordinal);
        Assert.Empty(_fleet.Asked);
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
                    LastUsed = _fleet.Now.AddMinutes(-1),
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
            Created = _fleet.Now,
            Expires = _fleet.Now.AddHours(1),
        };

    public void Dispose() => _fleet.Dispose();
}
