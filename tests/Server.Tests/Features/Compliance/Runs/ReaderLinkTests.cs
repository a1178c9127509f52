using System.Net;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Tests.Features.Compliance.Runs;

/// <summary>A reader without an account.</summary>
public sealed class ReaderLinkTests
{
    [Fact]
    public async Task A_link_opens_its_run_and_nothing_else_and_each_use_is_in_the_log()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var run = await api.RunAsync(new("third quarter"));
        var link = await api.LinkAsync(run.Id);
        using var reader = server.Client();

        Assert.Contains(run.Sha256!, await reader.GetStringAsync(link.Path), StringComparison.Ordinal);
        Assert.Equal(run.Bytes, (await reader.GetByteArrayAsync(link.Path + "/export.zip")).Length);
        Assert.Equal(HttpStatusCode.Unauthorized, await StatusAsync(reader, RunPaths.Run(run.Id)));
        Assert.Equal(HttpStatusCode.NotFound, await StatusAsync(reader, link.Path[..^1] + "_"));
        var kept = Assert.Single((await api.GetAsync(RunPaths.Run(run.Id), ComplianceJson.Default.ComplianceRun)).Links);
        Assert.Equal(2, kept.Used);
        Assert.Equal(["run.start", "run.keep", "run.link.add", "run.link.read", "run.link.read"], await api.ToldAsync());
        Assert.Equal(
            0,
            await server.Database.ReadAsync(db =>
                db.ValueAsync<long>("select count(*) from run_links where secret = @secret", new { secret = link.Path.Split('/')[^1] })
            )
        );
    }

    [Fact]
    public async Task A_link_ends_with_its_time_when_it_is_revoked_and_with_its_run()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var run = await api.RunAsync(new("third quarter", KeepDays: 5));
        var (revoked, expiring, outliving) = (await api.LinkAsync(run.Id), await api.LinkAsync(run.Id, 1), await api.LinkAsync(run.Id, 90));
        using (var answer = await api.DeleteAsync(RunPaths.RunLink(run.Id, revoked.Link.Id)))
            Assert.Equal(HttpStatusCode.NoContent, answer.StatusCode);
        using (var reader = server.Client())
            Assert.Equal(HttpStatusCode.NotFound, await StatusAsync(reader, revoked.Path));

        server.Clock.Jump(TimeSpan.FromDays(2));
        using (var reader = server.Client())
        {
            Assert.Equal(HttpStatusCode.NotFound, await StatusAsync(reader, expiring.Path));
            Assert.Equal(HttpStatusCode.OK, await StatusAsync(reader, outliving.Path));
        }
        server.Clock.Jump(TimeSpan.FromDays(4));
        using var later = await server.ApiAsync();
        await later.EndedAsync(run.Id, RunState.Deleted);
        using var last = server.Client();
        Assert.Equal(HttpStatusCode.NotFound, await StatusAsync(last, outliving.Path + "/export.zip"));
    }

    private static async Task<HttpStatusCode> StatusAsync(HttpClient client, string path)
    {
        using var answer = await client.GetAsync(path);
        return answer.StatusCode;
    }
}
