using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Server.Tests.Features.Audit;

public sealed class CheckpointTests
{
    [Fact]
    public async Task Checkpoints_are_signed_after_so_many_entries_and_when_the_server_stops()
    {
        var server = await RunningServer.StartAsync(with: options => options with { CheckpointEntries = 3 });
        server.HoldTime();
        using var api = await server.ApiAsync();
        await PublishAsync(api, 1, 4);
        await Checkpointing(server).RunAsync(force: false);
        Assert.Equal(5, (await StandingAsync(api)).Signed);
        await PublishAsync(api, 5, 5);
        await Checkpointing(server).RunAsync(force: false);
        Assert.Equal(5, (await StandingAsync(api)).Signed);
        await server.StopAsync();

        await using var again = await RunningServer.StartAsync(server.Data);
        using var later = await again.ApiAsync();
        Assert.Equal(6, (await StandingAsync(later)).Signed);
        Assert.Equal(2, (await VerifyAsync(later)).Checkpoints);
    }

    [Fact]
    public async Task An_entry_does_not_stay_unsigned_for_longer_than_it_may_also_when_the_clock_was_set_back()
    {
        await using var server = await RunningServer.StartAsync();
        server.HoldTime();
        using var api = await server.ApiAsync();
        await Checkpointing(server).RunAsync(force: false);
        Assert.Equal(0, (await StandingAsync(api)).Signed);
        server.Clock.Jump(TimeSpan.FromMinutes(6));
        await Checkpointing(server).RunAsync(force: false);
        Assert.Equal(1, (await StandingAsync(api)).Signed);
        await PublishAsync(api, 1, 1);
        server.Clock.Jump(-TimeSpan.FromHours(1));
        await Checkpointing(server).RunAsync(force: false);
        Assert.Equal(2, (await StandingAsync(api)).Signed);
    }

    [Theory]
    // Changes that the store alone would not reveal: the head beside the log is adjusted each time.
    [InlineData(
        "delete from audit where number > 4; update audit_head set number = 4, hash = (select hash from audit where number = 4)",
        "its end was cut off"
    )]
    [InlineData(
        "delete from audit_checkpoints where entries = (select min(entries) from audit_checkpoints)",
        "a checkpoint before the one after entry"
    )]
    [InlineData(
        "update audit_checkpoints set envelope = replace(envelope, '\"sig\":\"', '\"sig\":\"AA') where entries = (select max(entries) "
            + "from audit_checkpoints)",
        "was not signed by the audit key"
    )]
    [InlineData(
        "update audit_checkpoints set entries = entries - 1 where entries = (select min(entries) from audit_checkpoints)",
        "its end was cut off"
    )]
    public async Task What_a_clever_hand_does_to_the_store_is_found_by_the_checkpoints(string tampering, string told)
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        for (var i = 1; i <= 3; i++)
        {
            await PublishAsync(api, 2 * i - 1, 2 * i);
            await Checkpointing(server).RunAsync(force: true);
        }
        Assert.True((await VerifyAsync(api)).Intact);
        Assert.True(await server.Database.WriteAsync(write => write.ExecuteAsync(tampering)) > 0);
        var result = await VerifyAsync(api);
        Assert.False(result.Intact);
        Assert.Contains(told, result.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_log_that_was_made_anew_is_found_by_what_was_signed_before()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await PublishAsync(api, 1, 4);
        await Checkpointing(server).RunAsync(force: true);
        await Forgery.RewriteAsync(server, from: 3, entry => entry with { Reason = "nothing to see" });
        var result = await VerifyAsync(api);
        Assert.Equal((false, 5L), (result.Intact, result.BrokenAt));
        Assert.Contains("signed over another log", result.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_broken_log_is_not_signed_over()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await PublishAsync(api, 1, 4);
        await server.Database.WriteAsync(write => write.ExecuteAsync("update audit set text = 'x' where number = 3"));
        Assert.Equal("entry 3 is not as it was written", await Checkpointing(server).RunAsync(force: true));
        Assert.Equal(0, (await StandingAsync(api)).Signed);
    }

    private static Checkpointing Checkpointing(RunningServer server) => server.Get<Checkpointing>();

    private static async Task PublishAsync(HttpClient api, int from, int to)
    {
        for (var i = from; i <= to; i++)
            await api.PublishAsync($"policy: edge\nwindow: {{ initcwnd: {i} }}\nscopes: [default]\n");
    }

    private static Task<AuditStanding> StandingAsync(HttpClient api) =>
        api.GetAsync(FleetPaths.AuditStanding, AuditJson.Default.AuditStanding);

    private static Task<AuditVerification> VerifyAsync(HttpClient api) =>
        api.GetAsync(FleetPaths.AuditVerify, AuditJson.Default.AuditVerification);
}
