using System.Net;
using IwTune.Server.Tests.Console;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Features.Servers;

[Collection(nameof(TwoServers))]
public sealed class IdleSessionsTests(TwoServers servers)
{
    private const string Name = "idle";

    [Fact]
    public async Task What_a_person_does_at_one_server_keeps_the_session_at_the_other()
    {
        using var person = await Person.SignedInAsync(servers.A, Name, new AccessGrant(Role.Viewer));
        foreach (var server in new[] { servers.B, servers.A, servers.B })
        {
            await AgeAsync(TimeSpan.FromMinutes(50));
            Assert.Equal(HttpStatusCode.OK, await OpenAsync(server.Url));
        }
        await AgeAsync(TimeSpan.FromMinutes(61));
        Assert.Equal(HttpStatusCode.Redirect, await OpenAsync(servers.A.Url));

        async Task<HttpStatusCode> OpenAsync(Uri at)
        {
            using var answer = await person.Http.GetAsync(new Uri(at, "/account"));
            return answer.StatusCode;
        }
    }

    private Task<int> AgeAsync(TimeSpan time) =>
        servers.A.Database.WriteAsync(write =>
            write.ExecuteAsync(
                "update sessions set seen_at = seen_at - @age where name = @Name",
                new { age = (long)time.TotalMilliseconds, Name }
            )
        );
}
