using System.Net;
using System.Text;
using IwTune.Server.Tests.Console;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Input;

/// <summary>
/// Callers who had access and lost it: every described call refuses them, and does not reveal another reason for a refusal.
/// </summary>
public sealed class FormerCallersTests(BesiegedFixture fixture) : IClassFixture<BesiegedFixture>
{
    private readonly Besieged besieged = fixture.Besieged;

    [Fact]
    public async Task Tokens_hosts_and_sessions_that_are_over_get_nothing_at_any_call()
    {
        var server = besieged.Server;
        using var expired = await server.ApiAsync();
        using var revoked = await server.ApiAsync();
        using var rotated = await server.ApiAsync();
        var retired = besieged.Fleet[5];
        using var person = await Person.SignedInAsync(server, "over", new AccessGrant(Role.Admin));
        foreach (var caller in (HttpClient[])[expired, revoked, rotated, retired.Client, person.Http])
            Assert.True((await caller.GetAsync(caller == retired.Client ? AgentPaths.Ping : FleetPaths.WhoAmI)).IsSuccessStatusCode);
        await OverAsync("update tokens set expires_at = 1 where hash = @hash", expired);
        await OverAsync("update tokens set revoked_at = 1 where hash = @hash", revoked);
        await OverAsync("update tokens set expires_at = 1, revoked_at = 1 where hash = @hash", rotated);
        await SendAsync(besieged.Admin, HttpMethod.Post, $"{FleetPaths.Host(retired.Id)}/retire", """{"reason":"scrap"}""");
        (await besieged.Admin.DeleteAsync(FleetPaths.UserSessions("over") + "?reason=over")).EnsureSuccessStatusCode();

        var wrong = new List<string>();
        var before = await besieged.EntriesAsync();
        foreach (
            var (what, caller, host) in ((string, HttpClient, bool)[])
                [
                    ("expired", expired, false),
                    ("revoked", revoked, false),
                    ("both", rotated, false),
                    ("a session that was ended", person.Http, false),
                    ("retired", retired.Client, true),
                ]
        )
        {
            foreach (var operation in besieged.Api.Operations.Where(operation => host ? operation.ByHost : operation.ByToken))
            {
                var call = new ApiCall(
                    operation,
                    besieged.Address(operation),
                    operation.Body is null ? null : Encoding.UTF8.GetBytes(operation.Example!),
                    operation.ContentType
                );
                using var request = call.Message();
                using var answer = await caller.SendAsync(request);
                var text = await answer.Content.ReadAsByteArrayAsync();
                if (answer.StatusCode != HttpStatusCode.Unauthorized || Problems.Of(answer, text) is not null)
                    wrong.Add(
                        $"{operation}, {what}: {(int)answer.StatusCode} {Encoding.UTF8.GetString(text, 0, Math.Min(200, text.Length))}"
                    );
            }
        }
        Assert.True(wrong.Count == 0, $"{wrong.Count}:\n{string.Join('\n', wrong.Take(40))}");
        Assert.Equal(before, await besieged.EntriesAsync());
    }

    private Task<int> OverAsync(string sql, HttpClient caller) =>
        besieged.Server.Database.WriteAsync(write =>
            write.ExecuteAsync(
                sql,
                new { hash = IwTune.Server.Features.Tokens.Secret.HashOf(caller.DefaultRequestHeaders.Authorization!.Parameter!) }
            )
        );

    private static async Task SendAsync(HttpClient caller, HttpMethod method, string path, string body)
    {
        using var request = new HttpRequestMessage(method, path) { Content = new StringContent(body, Encoding.UTF8, "application/json") };
        (await caller.SendAsync(request)).EnsureSuccessStatusCode();
    }
}
