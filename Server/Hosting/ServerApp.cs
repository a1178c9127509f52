using IwTune.Server.Console;
using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Compliance.Exports;
using IwTune.Server.Features.Enrolment;
using IwTune.Server.Features.Enrolment.Clones;
using IwTune.Server.Features.Enrolment.Pending;
using IwTune.Server.Features.Enrolment.Restored;
using IwTune.Server.Features.Exceptions;
using IwTune.Server.Features.Holds;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Features.Impact;
using IwTune.Server.Features.Insight.Canaries;
using IwTune.Server.Features.Insight.Captures;
using IwTune.Server.Features.Insight.Pairs;
using IwTune.Server.Features.Policies;
using IwTune.Server.Features.Policies.Directories;
using IwTune.Server.Features.Recommendations;
using IwTune.Server.Features.Reports;
using IwTune.Server.Features.Retention;
using IwTune.Server.Features.Rollouts;
using IwTune.Server.Features.Rollouts.Advancing;
using IwTune.Server.Features.Rollouts.Scheduling;
using IwTune.Server.Features.Servers;
using IwTune.Server.Features.Standing;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Features.Traffic;
using IwTune.Server.Features.Users;
using IwTune.Server.Features.Webhooks;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Hosting.Readiness;
using IwTune.Server.Hosting.Telemetry;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Feed;
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
        var database = await Database.OpenAsync(options.StoreIn(directory.Path), clock);
        var feed = new ChangeFeed(database);
        var keys = new StoredKeys(database, KeySeal.Read(options.KeyFile), clock);
        if (feed.IsShared)
            await SharedKeys.JoinAsync(keys, directory, clock);
        var authority = CertificateAuthority.Load(directory, clock);
        await StoreMark.CompareAsync(directory, database, clock);
        var hosts = await HostDirectory.LoadAsync(database);
        var requirements = new Requirements(database) { RolloutsOnly = options.RolloutsRequired };
        await requirements.ReloadAsync();
        var exceptions = new ExceptionsInForce(database);
        await exceptions.ReloadAsync();
        HostFeed.Join(feed, database, hosts, clock);
        feed.On(Topic.Exceptions, _ => exceptions.ReloadAsync());
        feed.On(Topic.Requirements, _ => requirements.ReloadAsync());
        feed.OnReload(exceptions.ReloadAsync);
        feed.OnReload(requirements.ReloadAsync);
        await IdentityHistory.BeginAsync(database, hosts, clock);
        await JudgedPeriods.ListenAsync(database, hosts, clock);

        var started = false;
        var builder = WebApplication.CreateSlimBuilder(new WebApplicationOptions { ApplicationName = typeof(ServerApp).Assembly.GetName().Name });
        builder.Logging.ClearProviders().AddSimpleConsole(console => console.SingleLine = true).SetMinimumLevel(LogLevel.Warning)
            // It warns that cookie keys lie unencrypted in the data directory, as every key of this server does: the directory is 0700.
            .AddFilter("Microsoft.AspNetCore.DataProtection", LogLevel.Error)
            // It logs whole addresses; the one a provider sends people back to carries a code that is as good as a password for a minute.
            .AddFilter("Microsoft.AspNetCore.Hosting.Diagnostics", LogLevel.Warning)
            // What fails at start is told by the verb in a sentence; the host would add the stack.
            .AddFilter("Microsoft.Extensions.Hosting.Internal.Host", level => started && level >= LogLevel.Warning);
        // By factory where there is something to dispose: what is handed over ready-made, the container leaves alone.
        builder.Services.AddSingleton(feed).AddServers();
        builder.Services.AddSingleton(clock).AddSingleton(options).AddSingleton(directory).AddSingleton(hosts)
            .AddSingleton(_ => database).AddSingleton(_ => authority).AddSingleton(_ => requirements)
            .AddSingleton(_ => new ServerCertificate(authority, ServerNames.Of(options), clock))
            .AddSingleton(_ => BundleSigner.Load(directory, options.BundleLife, clock))
            .AddSingleton(new Admission(options.Budgets, options.MaxWaiting, clock, Chance.Next)).AddSingleton<WaitingRoom>().AddHostedService<Waking>()
            .AddSingleton<RoundTrip>().AddSingleton<Figures>().AddHostedService(services => services.GetRequiredService<Figures>()).AddSingleton<ServerGauges>().AddSingleton<Telemetry.Telemetry>().AddScoped<HostViews>().AddScoped<TrafficViews>().AddScoped<RecommendationViews>().AddScoped<CanaryViews>().AddSingleton<Judge>().AddSingleton<Intake>().AddHostedService<VerdictSweep>()
            .AddSingleton<Situations>().AddScoped<ImpactPreview>()
            .AddScoped<HostFinder>().AddSingleton(_ => exceptions).AddScoped<ExceptionViews>()
            .AddScoped<StandingList>().AddScoped<Disturbances>().AddSingleton<HoldLapse>().AddHostedService(services => services.GetRequiredService<HoldLapse>())
            .AddSingleton<Fleet>().AddSingleton<RolloutAdvancer>().AddHostedService(services => services.GetRequiredService<RolloutAdvancer>())
            .AddSingleton<JudgedPeriods>().AddScoped<ComplianceViews>().AddScoped<TrendViews>().AddScoped<ComplianceExport>().AddSingleton(_ => ExportSigner.Load(directory))
            .AddSingleton<Strangers>().AddSingleton<PendingHosts>().AddSingleton<CloneDecisions>().AddSingleton<StoreBehind>().AddHostedService<StoreMark>()
            .AddSingleton<PresenceWriter>().AddHostedService(services => services.GetRequiredService<PresenceWriter>());
        // What is of one request, and sees only its hosts, must not get into what lives for all of them.
        builder.Host.UseDefaultServiceProvider(container => container.ValidateScopes = container.ValidateOnBuild = true);
        builder.Services.AddIdentity(directory, options, feed.IsShared ? new CookieKeys(keys) : null);
        builder.Services.AddAudit(directory);
        builder.Services.AddSingleton<RetentionSweep>().AddHostedService(services => services.GetRequiredService<RetentionSweep>());
        builder.Services.AddWebhooks(options);
        builder.Services.AddConsole();
        builder.Services.AddOpenApiDocument();
        builder.Services.AddRateLimits(options);
        // What is wrong with a document is told by the exception; a bare status says nothing.
        builder.Services.Configure<RouteHandlerOptions>(routes => routes.ThrowOnBadRequest = true);
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
            json.SerializerOptions.TypeInfoResolverChain.Insert(8, AccessJson.Default);
            json.SerializerOptions.TypeInfoResolverChain.Insert(9, WebhookJson.Default);
            json.SerializerOptions.TypeInfoResolverChain.Insert(10, SignInJson.Default);
            json.SerializerOptions.TypeInfoResolverChain.Insert(11, ServersJson.Default);
            json.SerializerOptions.TypeInfoResolverChain.Insert(0, EnrolmentJson.Default);
            json.SerializerOptions.TypeInfoResolverChain.Insert(8, RetentionJson.Default);
            json.SerializerOptions.DefaultIgnoreCondition = WireJson.Default.Options.DefaultIgnoreCondition;
            StrictJson.Read(json.SerializerOptions);
        });
        builder.WebHost.UseKestrelHttpsConfiguration().ConfigureKestrel((_, kestrel) => Listen(kestrel, options));

        var app = builder.Build();
        app.Lifetime.ApplicationStarted.Register(() => started = true);
        app.Services.GetRequiredService<JudgedPeriods>().Join(feed);
        // Counts from the first call on, not from the first look.
        app.Services.GetRequiredService<Telemetry.Telemetry>();
        var faults = ActivatorUtilities.CreateInstance<ApiFaults>(app.Services);
        if (options.Proxies.Count > 0)
            app.UseForwardedHeaders(Proxies.Trust(options));
        app.Use(Origin.TellAsync);
        app.Use(CurrentCall.TellAsync);
        app.Use(SecurityHeaders.SayAsync);
        app.UseWhen(context => context.IsApi(), api => api.UseStatusCodePages(PlainRefusals.WriteAsync).Use(faults.GuardAsync));
        app.Use(app.Services.GetRequiredService<FeedGuard>().GuardAsync);
        app.UseConsoleProblems();
        var admission = app.Services.GetRequiredService<Admission>();
        app.Use(admission.AdmitAsync);
        app.UseRouting();
        app.Use(Traces.NameAsync);
        app.Use(app.Services.GetRequiredService<Newcomer>().LookAsync);
        app.UseWhen(context => context.IsApi(), api => api.Use(RequestForm.CheckAsync).Use(ETags.AnswerAsync));
        app.UseRequestTimeouts();
        // Hosts show their own credential, which their calls look at themselves.
        app.UseWhen(context => !context.Request.Path.StartsWithSegments("/agent", StringComparison.Ordinal), people => people.UseAuthentication());
        app.UseRateLimiter();
        app.UseAuthorization();
        app.UseAntiforgery();
        app.Use(FormToken.RequireAsync);
        app.Use(PlainFields.CheckAsync);
        app.Use(FormFields.CompleteAsync);

        app.MapHealth();
        app.MapOpenApiDocument();
        var agents = app.MapGroup("").SaysWhatItAnswers();
        agents.MapEnrolment();
        agents.MapCheckIns();
        agents.MapReports();

        var api = app.MapGroup("").AddEndpointFilter<RouteGroupBuilder, FormGuard>().AddEndpointFilter<RouteGroupBuilder, PagedLists>().Refuses(400, 401, 403, 404).SaysWhatItAnswers();
        api.MapIdentity();
        api.MapAccount();
        api.MapSignInAdministration();
        api.MapHosts();
        api.MapMembership();
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
        api.MapUsers();
        api.MapAudit();
        api.MapWebhooks();
        api.MapServers();
        api.MapCaptures();
        api.MapPairs();
        api.MapCanaries();
        api.MapCompliance();
        api.MapExports();
        api.MapRetention();
        app.MapOidc();
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
