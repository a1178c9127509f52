using IwTune.Server.Console;
using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Compliance.Exports;
using IwTune.Server.Features.Enrolment;
using IwTune.Server.Features.Exceptions;
using IwTune.Server.Features.Holds;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Impact;
using IwTune.Server.Features.Insight.Canaries;
using IwTune.Server.Features.Insight.Captures;
using IwTune.Server.Features.Insight.Pairs;
using IwTune.Server.Features.Policies;
using IwTune.Server.Features.Policies.Directories;
using IwTune.Server.Features.Recommendations;
using IwTune.Server.Features.Reports;
using IwTune.Server.Features.Rollouts;
using IwTune.Server.Features.Rollouts.Advancing;
using IwTune.Server.Features.Rollouts.Scheduling;
using IwTune.Server.Features.Standing;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Features.Traffic;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace IwTune.Server.Hosting;

/// <summary>The server, put together: what it is made of, and the order a request goes through it.</summary>
public static class ServerApp
{
    private const long DefaultBodyLimit = 64 * 1024;

    /// <exception cref="StorageUnusableException">The data directory or the store cannot be used.</exception>
    public static async Task<WebApplication> BuildAsync(ServerOptions options, TimeProvider clock)
    {
        var directory = DataDirectory.Open(options.Data);
        var database = await Database.OpenAsync(directory.Path, clock);
        var authority = CertificateAuthority.Load(directory, clock);
        var hosts = await HostDirectory.LoadAsync(database);
        var requirements = new Requirements(database) { RolloutsOnly = options.RolloutsRequired };
        await requirements.ReloadAsync();
        var exceptions = new ExceptionsInForce(database);
        await exceptions.ReloadAsync();
        await IdentityHistory.BeginAsync(database, hosts, clock);
        await JudgedPeriods.ListenAsync(database, hosts, clock);

        var started = false;
        var builder = WebApplication.CreateSlimBuilder(new WebApplicationOptions { ApplicationName = typeof(ServerApp).Assembly.GetName().Name });
        builder.Logging.ClearProviders().AddSimpleConsole(console => console.SingleLine = true).SetMinimumLevel(LogLevel.Warning)
            // It warns that cookie keys lie unencrypted in the data directory, as every key of this server does: the directory is 0700.
            .AddFilter("Microsoft.AspNetCore.DataProtection", LogLevel.Error)
            // What fails at start is told by the verb in a sentence; the host would add the stack.
            .AddFilter("Microsoft.Extensions.Hosting.Internal.Host", level => started && level >= LogLevel.Warning);
        // By factory where there is something to dispose: what is handed over ready-made, the container leaves alone.
        builder.Services.AddSingleton(clock).AddSingleton(options).AddSingleton(directory).AddSingleton(hosts)
            .AddSingleton(_ => database).AddSingleton(_ => authority).AddSingleton(_ => requirements)
            .AddSingleton(_ => new ServerCertificate(authority, ServerNames.Of(options), clock))
            .AddSingleton(_ => BundleSigner.Load(directory, options.BundleLife, clock))
            .AddSingleton(new Admission(options.MaxWaiting))
            .AddSingleton<MetricsText>().AddSingleton<HostViews>().AddSingleton<TrafficViews>().AddSingleton<RecommendationViews>().AddSingleton<CanaryViews>().AddSingleton<Judge>().AddHostedService<VerdictSweep>()
            .AddSingleton<Situations>().AddSingleton<ImpactPreview>()
            .AddSingleton<HostFinder>().AddSingleton(_ => exceptions).AddSingleton<ExceptionViews>()
            .AddSingleton<StandingList>().AddSingleton<Disturbances>().AddSingleton<HoldLapse>().AddHostedService(services => services.GetRequiredService<HoldLapse>())
            .AddSingleton<Fleet>().AddSingleton<RolloutAdvancer>().AddHostedService(services => services.GetRequiredService<RolloutAdvancer>())
            .AddSingleton<JudgedPeriods>().AddSingleton<ComplianceViews>().AddSingleton<TrendViews>().AddSingleton<ComplianceExport>().AddSingleton(_ => ExportSigner.Load(directory))
            .AddSingleton<PresenceWriter>().AddHostedService(services => services.GetRequiredService<PresenceWriter>());
        builder.Services.AddIdentity(directory);
        builder.Services.AddAudit(directory);
        builder.Services.AddConsole();
        builder.Services.AddOpenApiDocument();
        builder.Services.AddRateLimits(options);
        builder.Services.AddRequestTimeouts(timeouts => timeouts.DefaultPolicy = new() { Timeout = TimeSpan.FromSeconds(60) });
        builder.Services.ConfigureHttpJsonOptions(json =>
        {
            json.SerializerOptions.TypeInfoResolverChain.Insert(0, WireJson.Default);
            json.SerializerOptions.TypeInfoResolverChain.Insert(1, AdministrationJson.Default);
            json.SerializerOptions.TypeInfoResolverChain.Insert(2, RolloutJson.Default);
            json.SerializerOptions.TypeInfoResolverChain.Insert(3, AuditJson.Default);
            json.SerializerOptions.TypeInfoResolverChain.Insert(3, StandingJson.Default);
            json.SerializerOptions.TypeInfoResolverChain.Insert(4, ImpactJson.Default);
            json.SerializerOptions.TypeInfoResolverChain.Insert(5, ComplianceJson.Default);
            json.SerializerOptions.TypeInfoResolverChain.Insert(6, DirectoryJson.Default);
            json.SerializerOptions.TypeInfoResolverChain.Insert(7, ExceptionJson.Default);
            json.SerializerOptions.DefaultIgnoreCondition = WireJson.Default.Options.DefaultIgnoreCondition;
        });
        builder.WebHost.UseKestrelHttpsConfiguration().ConfigureKestrel((_, kestrel) => Listen(kestrel, options));

        var app = builder.Build();
        app.Lifetime.ApplicationStarted.Register(() => started = true);
        // Counts from the first call on, not from the first look.
        app.Services.GetRequiredService<MetricsText>();
        var faults = ActivatorUtilities.CreateInstance<ApiFaults>(app.Services);
        app.Use(Origin.TellAsync);
        app.Use(SecurityHeaders.SayAsync);
        app.UseWhen(context => context.IsApi(), api => api.UseStatusCodePages(PlainRefusals.WriteAsync).Use(faults.GuardAsync));
        app.UseConsoleProblems();
        app.UseRouting();
        app.UseRequestTimeouts();
        app.UseAuthentication();
        app.UseRateLimiter();
        app.UseAuthorization();
        app.UseAntiforgery();

        app.MapHealth();
        app.MapOpenApiDocument();
        app.MapEnrolment();
        app.MapCheckIns();
        app.MapReports();

        var api = app.MapGroup("").AddEndpointFilter<RouteGroupBuilder, FormGuard>().Refuses(400, 401, 403, 404);
        api.MapIdentity();
        api.MapHosts();
        api.MapTraffic();
        api.MapRecommendations();
        api.MapPolicies();
        api.MapDirectories();
        api.MapAssignments();
        api.MapExceptions();
        api.MapImpact();
        api.MapHolds();
        api.MapStanding();
        api.MapRollouts();
        api.MapFreezes();
        api.MapTokens();
        api.MapAudit();
        api.MapCaptures();
        api.MapPairs();
        api.MapCanaries();
        api.MapCompliance();
        api.MapExports();
        app.MapConsole();
        return app;
    }

    private static void Listen(KestrelServerOptions kestrel, ServerOptions options)
    {
        kestrel.AddServerHeader = false;
        kestrel.Limits.MaxRequestBodySize = DefaultBodyLimit;
        kestrel.Limits.MaxRequestHeadersTotalSize = 16 * 1024;
        // A held check-in keeps its connection; between two of them it is idle for at most an interval.
        kestrel.Limits.KeepAliveTimeout = TimeSpan.FromMinutes(5);
        kestrel.Limits.Http2.MaxStreamsPerConnection = 100;
        var certificate = kestrel.ApplicationServices.GetRequiredService<ServerCertificate>();
        kestrel.Listen(options.Endpoint, listen =>
        {
            listen.Protocols = HttpProtocols.Http1AndHttp2;
            listen.UseHttps(https => https.ServerCertificateSelector = (_, _) => certificate.Current);
        });
    }
}
