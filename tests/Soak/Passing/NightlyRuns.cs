using System.Text.Json;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Soak.Running;

namespace IwTune.Soak.Passing;

/// <summary>
/// Compliance runs by two schedules in Berlin's time: one at midnight, and one every hour, whose half past two comes twice in this night.
/// </summary>
internal sealed class NightlyRuns(SoakGround ground)
{
    private const string Midnight = "midnight",
        Hourly = "hourly";

    private static readonly TimeSpan Hour = TimeSpan.FromHours(1),
        Half = TimeSpan.FromMinutes(30);

    /// <summary>A run is made within two seconds of real time.</summary>
    private static readonly TimeSpan Late = TimeSpan.FromSeconds(10);

    /// <summary>Makes the schedules.</summary>
    public async Task ScheduleAsync()
    {
        await AddAsync(Midnight, "0 0 * * *");
        await AddAsync(Hourly, "30 * * * *");
    }

    /// <summary>Compares the runs with the calendar.</summary>
    /// <param name="until">Now.</param>
    /// <param name="speed">Of the time of day.</param>
    public async Task<IReadOnlyList<Passed>> LookAsync(DateTimeOffset until, double speed)
    {
        var json = await ground.Administrator.GetAsync($"{RunPaths.Runs}?limit=500");
        var made = JsonSerializer
            .Deserialize(json, ComplianceJson.Default.IReadOnlyListComplianceRun)!
            .Where(run => run.State == RunState.Kept && run.Due < until - Late * speed)
            .ToLookup(run => run.Schedule, run => run.Due.ToUniversalTime());
        var hours = new List<DateTimeOffset>();
        for (var due = Calendar.Begin + Hour; due < until - Late * speed; due += Hour)
            hours.Add(due);
        var nights = made[Midnight].Order().ToList();
        var twice = made[Hourly].Where(due => due == Calendar.ClocksBack - Half || due == Calendar.ClocksBack + Half).ToList();
        var hourly = made[Hourly].Where(due => due > Calendar.Begin + Half).Order().ToList();
        return
        [
            new("midnight", nights.Count > 0 && nights[0] == Calendar.Midnight, $"runs at {Times(nights)}"),
            new("clocks go back at three", twice.Count == 2, $"half past two came twice: runs at {Times(twice.Order())}"),
            new("a run every hour", hourly.SequenceEqual(hours), $"{hourly.Count} of {hours.Count} hours"),
        ];
    }

    private Task<string> AddAsync(string name, string cron) =>
        ground.Administrator.PostAsync(
            RunPaths.Schedules,
            new ScheduleRequest(name, "soak", cron, Calendar.Zone),
            ComplianceJson.Default.ScheduleRequest
        );

    private static string Times(IEnumerable<DateTimeOffset> times) =>
        string.Join(", ", times.Select(time => $"{time:MM-dd HH:mm}")) + " UTC";
}
