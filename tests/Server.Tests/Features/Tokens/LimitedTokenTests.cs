using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Tokens;

/// <summary>A personal token with fewer rights than its person.</summary>
public sealed class LimitedTokenTests : IAsyncLifetime
{
    private static readonly CreateTokenRequest Personal = new() { Kind = TokenKind.Api, Personal = true };

    private RunningServer _server = null!;
    private HttpClient _limited = null!;
    private TokenSummary _whole = null!;

    public async ValueTask InitializeAsync()
    {
        _server = await RunningServer.StartAsync();
        await TestAccounts.AddAsync(_server, "anna", [new(Role.Admin)]);
        (_, _whole) = await MakeAsync(Personal);
        _limited = _server.Client($"Bearer {(await MakeAsync(Personal with { Grants = [new(Role.Viewer)] })).Secret}");
    }

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    [Fact]
    public async Task It_makes_no_token_with_all_permissions_of_its_person()
    {
        using var refused = await _limited.PostAsJsonAsync(FleetPaths.Tokens, Personal, AccessJson.Default.CreateTokenRequest);
        Assert.Contains(
            "has all permissions of anna, and this one is only viewer",
            (await refused.ProblemAsync(HttpStatusCode.Forbidden)).Detail,
            StringComparison.Ordinal
        );
        using var narrow = await _limited.PostAsJsonAsync(
            FleetPaths.Tokens,
            Personal with
            {
                Grants = [new(Role.Viewer, "site:fra")],
            },
            AccessJson.Default.CreateTokenRequest
        );
        Assert.Equal("anna", (await narrow.ReadAsync(AccessJson.Default.CreatedToken)).Summary.Owner);
    }

    [Fact]
    public async Task It_replaces_no_token_with_all_permissions_of_its_person()
    {
        using var refused = await _limited.PostAsJsonAsync(
            FleetPaths.TokenRotate(_whole.Id),
            new RotateTokenRequest(),
            AccessJson.Default.RotateTokenRequest
        );
        await refused.ProblemAsync(HttpStatusCode.Forbidden);
        var listed = await _limited.GetAsync(FleetPaths.Tokens, AccessJson.Default.IReadOnlyListTokenSummary);
        Assert.Null(listed.Single(token => token.Id == _whole.Id).Successor);
    }

    [Fact]
    public async Task It_is_refused_as_invalid_while_its_person_is_locked()
    {
        using var admin = await _server.ApiAsync();
        await TestAccounts.AddAsync(_server, "root", [new(Role.Admin)]);
        using var locked = await admin.PostAsJsonAsync(
            FleetPaths.UserLock("anna"),
            new ReasonRequest("why"),
            AdministrationJson.Default.ReasonRequest
        );
        locked.EnsureSuccessStatusCode();
        var problem = await (await _limited.GetAsync(FleetPaths.WhoAmI)).ProblemAsync(HttpStatusCode.Unauthorized);
        Assert.Contains("its owner is locked", problem.Detail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task In_the_audit_log_it_has_the_name_of_its_person_whatever_its_own_is()
    {
        await _server.ApiAsync();
        var named = await MakeAsync(Personal with { Name = "test-admin", Grants = [new(Role.Viewer)] });
        using var api = _server.Client($"Bearer {named.Secret}");
        using var made = await api.PostAsJsonAsync(
            FleetPaths.Tokens,
            Personal with
            {
                Grants = [new(Role.Viewer)],
            },
            AccessJson.Default.CreateTokenRequest
        );
        Assert.Equal("token:anna/test-admin", (await made.ReadAsync(AccessJson.Default.CreatedToken)).Summary.Author);
    }

    private async Task<(string Secret, TokenSummary Summary)> MakeAsync(CreateTokenRequest request) =>
        (await CreateToken.RunAsync(_server.Database, _server.Clock, "user:anna", request, "user:anna", "anna"))!.Value;
}
