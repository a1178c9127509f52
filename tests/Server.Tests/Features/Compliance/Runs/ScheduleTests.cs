using System.Net;
using System.Net.Http.Json;
using IwTune.Lab;
using IwTune.Server.Features.Compliance.Runs.Schedules;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Tests.Features.Compliance.Runs;

/// <summary>Runs by time and after rollouts.</summary>
public sealed class ScheduleTests
{
    [Fact]
    public async Task Each_run_has_the_verdicts_of_its_time_and_the_changes_since_the_run_before()
    {
        await using var server = await RunningServer.StartAsync();
        server.ToHalfPast();
        using var api = await server.ApiAsync(Role.Auditor);
        await api.ScheduleAsync(new("hourly", "as agreed", "0 * * * *"));
        var first = await NextAsync(server, 1);
        var second = await NextAsync(server, 2);

        Assert.Equal((0, 0), (first.AsOf!.Value.Minute, first.AsOf.Value.Second));
        Assert.Equal((RunCause.Scheduled, "hourly", "schedule:hourly"), (first.Cause, first.Schedule, first.By));
        Assert.Equal(first.AsOf.Value.AddDays(-30), first.Since);
        Assert.Equal((first.AsOf.Value.AddHours(1), first.AsOf.Value), (second.AsOf!.Value, second.Since!.Value));
    }

    [Fact]
    public async Task Times_without_a_server_are_recorded_and_the_last_is_made_as_of_its_own_time()
    {
        var first = await RunningServer.StartAsync();
        using var api = await first.ApiAsync();
        var next = (await api.ScheduleAsync(new("hourly", "as agreed", "0 * * * *"))).Next!.Value;
        // As if it had been added four hours ago, and no server had run since.
        first.HoldTime();
        await first.Database.WriteAsync(write => write.ExecuteAsync("update run_schedules set next_at = next_at - 4 * 3600000"));
        await first.StopAsync();
        await using var again = await RunningServer.StartAsync(first.Data);
        using var later = await again.ApiAsync();
        await Until.TrueAsync(async () => (await later.RunsAsync()).Count == 4, () => "not every time has its run");
        var runs = await later.RunsAsync();
        var made = await later.EndedAsync(runs[0].Id, RunState.Kept);
        Assert.Equal(next.AddHours(-1), made.AsOf);
        Assert.Equal([1, 2, 3, 4], runs.Select(run => (next - run.Due).Hours));
        Assert.All(runs.Skip(1), run => Assert.Equal(RunState.Missed, run.State));
        Assert.All(runs.Skip(1), run => Assert.Contains("No server ran when it was due", run.Problem, StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_completed_rollout_makes_a_run_and_the_file_goes_to_the_folder()
    {
        var folder = Directory.CreateTempSubdirectory("iwtune-exports-").FullName;
        await using var server = await RunningServer.StartAsync(with: options => options with { ExportFolder = folder });
        using var api = await server.ApiAsync();
        await api.ScheduleAsync(new("after-rollouts", "as agreed", AfterRollouts: true, Folder: true));
        await server.Database.WriteAsync(async write =>
        {
            await IwTune.Server.Features.Audit.AuditLog.AppendAsync(
                write,
                server.Clock,
                "server",
                IwTune.Server.Features.Audit.Actions.RolloutActions.Complete,
                "rollout:1",
                "Rollout 1 of edge r2 reached all its hosts."
            );
            return 0;
        });
        ComplianceRun? run = null;
        await Until.TrueAsync(
            async () =>
                (await api.RunsAsync()) is [{ State: RunState.Kept } one]
                && (run = await api.GetAsync(RunPaths.Run(one.Id), ComplianceJson.Default.ComplianceRun)).Deliveries
                    is [{ State: DeliveryState.Delivered }],
            () => $"it was not delivered: {run}"
        );
        Assert.Equal((RunCause.Rollout, "Rollout 1 of edge r2 reached all its hosts."), (run!.Cause, run.About));
        var file = Assert.Single(Directory.EnumerateFiles(folder));
        Assert.Equal(file, run.Deliveries[0].Text);
        Assert.Equal(run.Bytes, new FileInfo(file).Length);
        Assert.StartsWith("after-rollouts-", Path.GetFileName(file), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_folder_that_cannot_be_written_is_tried_again()
    {
        var folder = Directory.CreateTempSubdirectory("iwtune-exports-").FullName;
        await using var server = await RunningServer.StartAsync(with: options => options with { ExportFolder = folder });
        server.ToHalfPast();
        using var api = await server.ApiAsync();
        Directory.Delete(folder);
        await api.ScheduleAsync(new("hourly", "as agreed", "0 * * * *", Folder: true));
        var run = await NextAsync(server, 1);
        using var now = await server.ApiAsync();
        await DeliveredAsync(now, run.Id, one => one is { State: DeliveryState.Waiting, Text.Length: > 0 });
        Directory.CreateDirectory(folder);
        server.Clock.Jump(TimeSpan.FromMinutes(6));
        await DeliveredAsync(now, run.Id, one => one.State == DeliveryState.Delivered);
    }

    [Fact]
    public async Task What_is_wrong_with_a_schedule_is_said_at_once_and_a_name_is_taken_once()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        Assert.Equal(
            ["cron", "folder", "formats", "keepDays", "mail", "name", "reason"],
            await ProblemsAsync(api, new("Not A Name", "", "61 * * * *", Formats: ["docx"], KeepDays: 4000, Folder: true, Mail: ["a"]))
        );
        Assert.Equal(["zone"], await ProblemsAsync(api, new("a", "x", "0 6 * * *", "Mars/Olympus")));
        Assert.Equal(["cron"], await ProblemsAsync(api, new("a", "x", "0 0 30 2 *")));
        Assert.Equal(["cron"], await ProblemsAsync(api, new("a", "x")));
        var made = await api.ScheduleAsync(new("a", "x", "0 6 * * *"));
        Assert.Equal(["name"], await ProblemsAsync(api, new("a", "x", "0 6 * * *")));
        using (var removed = await api.DeleteAsync(RunPaths.Schedule(made.Id) + "?reason=over"))
            Assert.Equal(HttpStatusCode.NoContent, removed.StatusCode);
        Assert.Empty(await api.GetAsync(RunPaths.Schedules, ComplianceJson.Default.IReadOnlyListRunSchedule));
    }

    // Europe/Berlin skips 02:00 to 03:00 on 29 March 2026, and has 02:00 to 03:00 twice on 25 October 2026.
    [Theory]
    [InlineData("30 2 * * *", "2026-03-28T12:00Z", "2026-03-29T01:00Z")]
    [InlineData("30 2 * * *", "2026-10-24T12:00Z", "2026-10-25T00:30Z")]
    [InlineData("30 2 * * *", "2026-10-25T00:30Z", "2026-10-26T01:30Z")]
    [InlineData("*/30 * * * *", "2026-10-25T00:30Z", "2026-10-25T01:00Z")]
    [InlineData("0 6 * * mon", "2026-11-24T00:00Z", "2026-11-30T05:00Z")]
    [InlineData("0 6 L * *", "2026-02-01T00:00Z", "2026-02-28T05:00Z")]
    public void Times_follow_the_clock_of_their_zone(string cron, string after, string next)
    {
        var time = CronTime.Parse(cron, "Europe/Berlin").Time!;
        Assert.Equal(At(next), time.After(At(after)));

        static long At(string text) =>
            DateTimeOffset.Parse(text, System.Globalization.CultureInfo.InvariantCulture).ToUnixTimeMilliseconds();
    }

    /// <summary>Moves to the next full hour, and returns the latest of so many runs when it is kept.</summary>
    private static async Task<ComplianceRun> NextAsync(RunningServer server, int runs)
    {
        server.Clock.Jump(TimeSpan.FromHours(1));
        using var api = await server.ApiAsync();
        await Until.TrueAsync(async () => (await api.RunsAsync()).Count == runs, () => "no run was due");
        return await api.EndedAsync((await api.RunsAsync())[0].Id, RunState.Kept);
    }

    private static Task DeliveredAsync(HttpClient api, string id, Func<RunDelivery, bool> isSo) =>
        Until.TrueAsync(
            async () => (await api.GetAsync(RunPaths.Run(id), ComplianceJson.Default.ComplianceRun)).Deliveries is [var one] && isSo(one),
            () => "the delivery is not so"
        );

    private static async Task<IEnumerable<string>> ProblemsAsync(HttpClient api, ScheduleRequest request)
    {
        using var answer = await api.PostAsJsonAsync(RunPaths.Schedules, request, ComplianceJson.Default.ScheduleRequest);
        var problem = await answer.ProblemAsync(HttpStatusCode.BadRequest);
        return problem.Problems!.Select(one => one.Path).Order(StringComparer.Ordinal);
    }
}
