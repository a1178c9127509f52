using System.Net.Http.Json;
using IwTune.Lab;
using IwTune.Server.Features.Compliance.Runs;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Tests.Features.Compliance.Runs;

/// <summary>Compliance runs as a program asks for them.</summary>
internal static class Runs
{
    /// <summary>Starts a run and waits until it is kept.</summary>
    public static async Task<ComplianceRun> RunAsync(this HttpClient api, RunRequest request)
    {
        using var answer = await api.PostAsJsonAsync(RunPaths.Runs, request, ComplianceJson.Default.RunRequest);
        var run = await answer.ReadAsync(ComplianceJson.Default.ComplianceRun);
        return await api.EndedAsync(run.Id, RunState.Kept);
    }

    /// <summary>Waits until a run is in this state.</summary>
    public static async Task<ComplianceRun> EndedAsync(this HttpClient api, string id, RunState state)
    {
        ComplianceRun? run = null;
        await Until.TrueAsync(
            async () => (run = await api.GetAsync(RunPaths.Run(id), ComplianceJson.Default.ComplianceRun)).State == state,
            () => $"the run is {run?.State}: {run?.Problem}"
        );
        return run!;
    }

    /// <summary>Moves to half past the hour: a schedule for full hours has none while a test runs, unless the test moves to one.</summary>
    public static void ToHalfPast(this RunningServer server) =>
        server.Clock.Jump(TimeSpan.FromMinutes((90 - server.Clock.GetUtcNow().Minute) % 60));

    /// <summary>Waits until a run failed twice, and lets the time pass until it is tried for the last time.</summary>
    public static async Task TryTwiceAsync(this RunningServer server, string id)
    {
        for (var tries = 1L; tries < 3; tries++)
        {
            await Until.TrueAsync(
                () =>
                    server.Database.ReadAsync(async db =>
                        await RunQueries.FindAsync(db, id) is { State: nameof(RunState.Waiting), Tries: var tried } && tried == tries
                    ),
                () => $"there was no try {tries}"
            );
            server.Clock.Jump(TimeSpan.FromMinutes(6));
        }
    }

    public static Task<IReadOnlyList<ComplianceRun>> RunsAsync(this HttpClient api) =>
        api.GetAsync(RunPaths.Runs, ComplianceJson.Default.IReadOnlyListComplianceRun);

    public static async Task<RunSchedule> ScheduleAsync(this HttpClient api, ScheduleRequest request)
    {
        using var answer = await api.PostAsJsonAsync(RunPaths.Schedules, request, ComplianceJson.Default.ScheduleRequest);
        return await answer.ReadAsync(ComplianceJson.Default.RunSchedule);
    }

    public static async Task<ComplianceRun> AttestAsync(this HttpClient api, string id, string statement)
    {
        using var answer = await api.PostAsJsonAsync(
            RunPaths.RunAttestations(id),
            new AttestRequest(statement),
            ComplianceJson.Default.AttestRequest
        );
        return await answer.ReadAsync(ComplianceJson.Default.ComplianceRun);
    }

    public static async Task<CreatedReaderLink> LinkAsync(this HttpClient api, string id, int days = 7)
    {
        using var answer = await api.PostAsJsonAsync(
            RunPaths.RunLinks(id),
            new ReaderLinkRequest("for the external auditor", days),
            ComplianceJson.Default.ReaderLinkRequest
        );
        return await answer.ReadAsync(ComplianceJson.Default.CreatedReaderLink);
    }

    /// <summary>The actions about runs in the audit log, the oldest first.</summary>
    public static async Task<IReadOnlyList<string>> ToldAsync(this HttpClient api) =>
        [
            .. (await api.GetAsync($"{FleetPaths.Audit}?limit=500", AuditJson.Default.AuditPage))
                .Entries.Where(entry => entry.Action.StartsWith("run.", StringComparison.Ordinal))
                .Select(entry => entry.Action)
                .Reverse(),
        ];
}
