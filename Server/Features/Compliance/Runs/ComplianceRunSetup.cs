using IwTune.Server.Features.Compliance.Exports;
using IwTune.Server.Features.Compliance.Runs.Attestations;
using IwTune.Server.Features.Compliance.Runs.Comparing;
using IwTune.Server.Features.Compliance.Runs.Delivery;
using IwTune.Server.Features.Compliance.Runs.Links;
using IwTune.Server.Features.Compliance.Runs.Pages;
using IwTune.Server.Features.Compliance.Runs.Schedules;
using IwTune.Server.Features.Compliance.Runs.Stamps;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;

namespace IwTune.Server.Features.Compliance.Runs;

internal static class ComplianceRunSetup
{
    public static void AddRuns(this IServiceCollection services) =>
        services
            .AddSingleton<RunRules>()
            .AddSingleton<RunChanges>()
            .AddSingleton<RunViews>()
            .AddSingleton<CompareRuns>()
            .AddSingleton<ScheduleChanges>()
            .AddSingleton<DueRuns>()
            .AddSingleton<Attest>()
            .AddSingleton<ReaderLinks>()
            .AddSingleton<FolderDelivery>()
            .AddSingleton<MailDelivery>()
            .AddSingleton<TimeStamping>()
            .AddSingleton<RunDeliveries>()
            .AddSingleton<RunDeletion>()
            .AddScoped<RunActing>()
            .AddSingleton(made => ActivatorUtilities.CreateInstance<RunMaking>(made, OfTheFleet(made)))
            .AddRunning<RunWorker>();

    /// <summary>No person is behind a schedule: its exports are of the whole fleet, as is the right to make one.</summary>
    private static ComplianceExport OfTheFleet(IServiceProvider made) =>
        ActivatorUtilities.CreateInstance<ComplianceExport>(made, SeenHosts.WholeFleet(made.GetRequiredService<HostDirectory>()));
}
