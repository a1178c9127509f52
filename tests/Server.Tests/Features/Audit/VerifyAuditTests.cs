using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Server.Tests.Features.Audit;

public sealed class VerifyAuditTests
{
    private static async Task<AuditVerification> AfterAsync(string tampering)
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        for (var i = 1; i <= 6; i++)
            await api.PublishAsync($"policy: edge\nwindow: {{ initcwnd: {i} }}\nscopes: [default]\n");
        if (tampering.Length > 0)
            Assert.True(await server.Database.WriteAsync(write => write.ExecuteAsync(tampering)) > 0);
        return await api.GetAsync(FleetPaths.AuditVerify, AuditJson.Default.AuditVerification);
    }

    [Fact]
    public async Task An_untouched_log_is_intact()
    {
        var result = await AfterAsync("");
        Assert.True(result.Intact, result.Text);
        Assert.Equal(7, result.Entries);
    }

    [Theory]
    [InlineData("update audit set reason = 'nothing to see' where number = 4", 4)]
    [InlineData("update audit set at = at + 1 where number = 2", 2)]
    [InlineData("update audit set actor = 'user:somebody' where number = 7", 7)]
    [InlineData("delete from audit where number = 3", 3)]
    [InlineData("delete from audit where number = 1", 1)]
    [InlineData("delete from audit where number > 5", 6)]
    [InlineData("update audit set text = 'Revision 9 published' || text, reason = '' where number = 5", 5)]
    public async Task An_edited_or_removed_entry_is_found_and_named(string tampering, long at)
    {
        var result = await AfterAsync(tampering);
        Assert.False(result.Intact);
        Assert.Equal(at, result.BrokenAt);
    }

    [Fact]
    public async Task A_log_that_grows_while_it_is_verified_is_intact_as_of_one_moment()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var key = server.Get<AuditKey>().Public;

        var result = await server.Database.SnapshotAsync(async db =>
        {
            Assert.NotNull(await AuditQueries.HeadAsync(db));
            await api.PublishAsync(Api.Iw3);
            return await VerifyAudit.RunAsync(db, key);
        });

        Assert.True(result.Intact, result.Text);
        Assert.Equal(1, result.Entries);
        await Assert.ThrowsAsync<ArgumentException>(() => server.Database.ReadAsync(db => VerifyAudit.RunAsync(db, key)));
    }

    [Fact]
    public async Task Every_change_has_its_entry_with_actor_and_reason()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync(Role.Admin);
        await api.PublishAsync(Api.Iw3, assign: "*");
        await api.PublishAsync(Api.Iw10);
        await api.RollbackAsync("edge", 1);
        await server.EnrolAsync();
        var page = await api.GetAsync(FleetPaths.Audit, AuditJson.Default.AuditPage);
        Assert.Equal(
            ["host.enrol", "token.create", "policy.rollback", "policy.publish", "assignment.create", "policy.publish", "token.create"],
            page.Entries.Select(entry => entry.Action)
        );
        Assert.All(
            page.Entries.Where(e => e.Action.StartsWith("policy", StringComparison.Ordinal)),
            entry => Assert.Equal(("token:test-admin", true), (entry.Actor, entry.Reason.Length > 0))
        );

        var rest = await api.GetAsync(FleetPaths.Audit + "?limit=3", AuditJson.Default.AuditPage);
        Assert.Equal(
            page.Entries.Skip(3).Take(3).Select(e => e.Number),
            (await api.GetAsync($"{FleetPaths.Audit}?limit=3&before={rest.Next}", AuditJson.Default.AuditPage)).Entries.Select(e =>
                e.Number
            )
        );
    }
}
