using IwTune.Server.Console;
using IwTune.Server.Features.Agents;
using IwTune.Server.Features.Agents.Packages;
using IwTune.Server.Features.Agents.Releases;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Compliance.Corrections;
using IwTune.Server.Features.Compliance.Days;
using IwTune.Server.Features.Compliance.Exports;
using IwTune.Server.Features.Compliance.Exports.Printing;
using IwTune.Server.Features.Compliance.Runs;
using IwTune.Server.Features.Enrolment;
using IwTune.Server.Features.Enrolment.Clones;
using IwTune.Server.Features.Enrolment.Pending;
using IwTune.Server.Features.Enrolment.Restored;
using IwTune.Server.Features.Exceptions;
using IwTune.Server.Features.Holds;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Hosts.Views;
using IwTune.Server.Features.Impact;
using IwTune.Server.Features.Inbox;
using IwTune.Server.Features.Insight.Canaries;
using IwTune.Server.Features.Keys;
using IwTune.Server.Features.Palette;
using IwTune.Server.Features.Policies;
using IwTune.Server.Features.Recommendations;
using IwTune.Server.Features.Reports;
using IwTune.Server.Features.Retention;
using IwTune.Server.Features.Rollouts;
using IwTune.Server.Features.Rollouts.Advancing;
using IwTune.Server.Features.Standing;
using IwTune.Server.Features.Traffic;
using IwTune.Server.Features.Webhooks;
using IwTune.Server.Hosting.Description;
using IwTune.Server.Hosting.Readiness;
using IwTune.Server.Hosting.Telemetry;

namespace IwTune.Server.Hosting;

/// <summary>What the server is made of beside what lies in memory, a line for each part of the product.</summary>
internal static class Parts
{
    public static void AddParts(this IServiceCollection services, DataDirectory directory, ServerOptions options)
    {
        services
            .AddSingleton<CheckIn>()
            .AddSingleton<HeldCheckIns>()
            .AddSingleton<NonMembers>()
            .AddHostedService<CheckInWaker>()
            .AddRunning<PresenceWriter>();
        services
            .AddScoped<PendingHosts>()
            .AddScoped<EnrolmentDecisions>()
            .AddSingleton<CloneDecisions>()
            .AddSingleton<StoreBehind>()
            .AddHostedService<StoreMark>();
        services.AddSingleton<Publishers>();
        services.AddScoped<HostViews>().AddScoped<HostFinder>().AddScoped<SavedViews>();
        services.AddSingleton<PackageDirectory>().AddHostedService<ReleaseWatch>().AddScoped<AgentViews>().AddScoped<AgentUpgrades>();
        services.AddScoped<TrafficViews>().AddScoped<TrafficTrends>().AddScoped<CanaryViews>();
        services.AddSingleton<RecentTraffic>().AddScoped<RecommendationViews>();
        services
            .AddSingleton<LateReports>()
            .AddSingleton<Intake>()
            .AddRunning<Moves>()
            .AddSingleton<Judge>()
            .AddHostedService<VerdictSweep>();
        services.AddSingleton<JudgedPeriods>().AddScoped<ComplianceViews>().AddScoped<HostDayViews>().AddScoped<TrendViews>();
        services
            .AddSingleton(options.Catalog)
            .AddSingleton<ReportPrinter>()
            .AddScoped<ComplianceExport>()
            .AddSingleton(_ => ExportSigner.Load(directory));
        services.AddRuns();
        services.AddScoped<ExceptionViews>().AddScoped<StandingList>().AddScoped<Disturbances>().AddRunning<HoldLapse>();
        services.AddSingleton<Situations>().AddScoped<ImpactPreview>();
        services.AddSingleton<Fleet>().AddRunning<RolloutAdvancer>();
        services.AddRunning<KeyWatch>();
        services.AddRunning<PublicationWatch>();
        services.AddRunning<RetentionSweep>();
        services.AddAudit(directory);
        services.AddWebhooks(options);
        services
            .AddSingleton<MetricsAccess>()
            .AddSingleton<MemoryRoom>()
            .AddSingleton<StoreCheck>()
            .AddSingleton<ServerGauges>()
            .AddSingleton<Telemetry.Telemetry>()
            .AddRunning<Figures>();
        services.AddInbox();
        services.AddPalette();
        services.AddConsole();
        services.AddOpenApiDocument();
    }
}
