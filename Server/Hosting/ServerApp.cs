using System.Security.Authentication;
using IwTune.Server.Console;
using IwTune.Server.Features.Agents.Packages;
using IwTune.Server.Features.Agents.Releases;
using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Enrolment.Keys;
using IwTune.Server.Features.Enrolment.Restored;
using IwTune.Server.Features.Exceptions;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Keys;
using IwTune.Server.Features.Reports;
using IwTune.Server.Features.Retention;
using IwTune.Server.Features.Servers;
using IwTune.Server.Hosting.Certificates;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Hosting.Keys.Tokens;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Hosting.Requests;
using IwTune.Server.Hosting.Telemetry;
using IwTune.Server.Hosting.Windows;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Feed;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Hosting.WindowsServices;

namespace IwTune.Server.Hosting;

/// <summary>
/// The server, put together: what lies in memory, what it is made of (<see cref="Parts"/>), the order a request goes through it
/// (<see cref="Pipeline"/>) and where it ends (<see cref="Routes"/>).
/// </summary>
public static class ServerApp
{
    /// <summary>Bytes of a body where a call says nothing else.</summary>
    public const long DefaultBodyLimit = 64 * 1024;

    /// <exception cref="StorageUnusableException">The data directory or the store cannot be used.</exception>
    public static async Task<WebApplication> BuildAsync(ServerOptions options, TimeProvider clock)
    {
        var directory = DataDirectory.Open(
            options.Data,
            KeySeal.Read(options.KeyFile, options.FormerKeyFile),
            TokenModule.Load(options.TokenModule, options.TokenPinFile)
        );
        Drafts.RemoveFiles(directory.Path);
        var other = options.CertificateStore is { } thumbprint
            ? StoreCertificate.Load(thumbprint, ServerNames.Of(options)[0], clock)
            : null;
        var database = await Database.OpenAsync(
            options.StoreIn(directory.Path),
            clock,
            File.Exists(directory.File(StoreMark.FileName)) ? SchemaUse.UpgradeExisting : SchemaUse.Upgrade
        );
        var feed = new ChangeFeed(database, clock);
        var keys = new StoredKeys(database, directory.Seal, clock);
        var closed = directory.CloseKeys();
        if (feed.IsShared)
            await SharedKeys.JoinAsync(keys, directory);
        // Not before it is known that they are this installation's.
        closed += await keys.CloseAsync();
        if (closed > 0)
            System.Console.Error.WriteLine($"iwtune-server: encrypted with the file of --key-file: {Quantities.Of(closed, "key")}.");
        AuditKeyCheck.Run(await database.ReadAsync(CheckpointQueries.LatestAsync), directory);
        var held = await HeldKeys.LoadAsync(keys, directory, clock);
        await RevokedKeys.ShareAsync(keys, directory);
        if (feed.IsShared)
            MovedStore.MarkFormer(directory.Path, database.Shown);
        await MovedCookieKeys.FollowAsync(keys, directory);
        if (await LeakedCookieKeys.RemoveAsync(keys, directory, "server", "", clock) is { } leaked)
            System.Console.Error.WriteLine($"iwtune-server: {leaked.Text}");
        await StoreMark.CompareAsync(directory, database, clock);
        await EarlierDeletions.SettleAsync(database, options);
        var hosts = await HostDirectory.LoadAsync(database);
        var requirements = new Requirements(database) { RolloutsOnly = options.RolloutsRequired };
        await requirements.ReloadAsync();
        var exceptions = new ExceptionsInForce(database);
        await exceptions.ReloadAsync();
        var releases = new AgentReleases(database, new PackageDirectory(options).Read, clock);
        await releases.RefreshAsync();
        HostFeed.Join(feed, database, hosts, clock);
        WrittenElsewhere.Join(feed, database);
        feed.On(Topic.Exceptions, _ => exceptions.ReloadAsync());
        feed.On(Topic.Requirements, _ => requirements.ReloadAsync());
        feed.OnReload(exceptions.ReloadAsync);
        feed.OnReload(requirements.ReloadAsync);
        await IdentityHistory.BeginAsync(database, hosts, clock);
        await JudgedPeriods.ListenAsync(database, hosts, clock);

        var started = false;
        var builder = WebApplication.CreateSlimBuilder(
            new WebApplicationOptions
            {
                ApplicationName = typeof(ServerApp).Assembly.GetName().Name,
                // The host would watch appsettings.json, which this server does not have, and a user has 128 inotify instances.
                Args = ["--hostBuilder:reloadConfigOnChange=false"],
                // A service of Windows starts in system32.
                ContentRootPath = WindowsServiceHelpers.IsWindowsService() ? AppContext.BaseDirectory : null,
            }
        );
        LogLines.Add(builder.Logging.ClearProviders(), clock);
        builder
            .Logging.SetMinimumLevel(LogLevel.Warning)
            // It warns that cookie keys lie unencrypted in the data directory, as every key of this server does: the directory is 0700.
            .AddFilter("Microsoft.AspNetCore.DataProtection", LogLevel.Error)
            // OidcRefusal logs each refused sign-in in one line.
            .AddFilter("Microsoft.AspNetCore.Authentication.OpenIdConnect", LogLevel.None)
            // It logs whole addresses; the one a provider sends people back to carries a code that is as good as a password for a minute.
            // With a level at all it also makes a span and a scope for each call, which a held check-in keeps.
            .AddFilter("Microsoft.AspNetCore.Hosting.Diagnostics", LogLevel.None)
            .AddFilter(typeof(Ending).FullName, LogLevel.Information)
            // The verb reports a failure at start in one sentence; the host would add the stack.
            .AddFilter("Microsoft.Extensions.Hosting.Internal.Host", level => started && level >= LogLevel.Warning);
        // A service manager is notified when the server serves, not when its process began (sd_notify(3)); Windows' also stops it.
        builder.Services.AddSystemd().AddWindowsService(service => service.ServiceName = ServiceEvent.Source);
        builder.Logging.AddServiceEvents();
        // By factory where there is something to dispose: what is handed over ready-made, the container leaves alone.
        builder
            .Services.AddSingleton(feed)
            .AddSingleton(clock)
            .AddSingleton(options)
            .AddSingleton(directory)
            .AddSingleton(hosts)
            .AddSingleton(_ => database)
            .AddSingleton(_ => held)
            .AddSingleton(_ => requirements)
            .AddSingleton(services => new ServerCertificate(
                () => held.Authority,
                ServerNames.Of(options),
                clock,
                services.GetRequiredService<ILogger<ServerCertificate>>()
            ))
            .AddSingleton(services => new ShownCertificate(services.GetRequiredService<ServerCertificate>(), other))
            .AddSingleton(_ => new BundleSigner(held, options.BundleLife, clock))
            .AddSingleton(_ => HostNonces.Load(directory, clock))
            .AddSingleton(_ => exceptions)
            .AddSingleton(releases)
            .AddSingleton(new Admission(options.Budgets, options.MaxWaiting, clock, Chance.Next));
        // Other servers' messages are received before anything of this server runs.
        builder.Services.AddServers();
        builder.Services.AddIdentity(options, CookieProtection.PlaceOf(keys, directory));
        builder.Services.AddParts(directory, options);
        builder.Services.AddSingleton<RateLimits>().AddSingleton<Bodies>();
        builder.Services.AddPageCompression();
        builder.Services.AddHostedService<Ending>();
        // What is of one request, and sees only its hosts, must not get into what lives for all of them.
        builder.Host.UseDefaultServiceProvider(container => container.ValidateScopes = container.ValidateOnBuild = true);
        // The exception says what is wrong with a document; a bare status says nothing.
        builder.Services.Configure<RouteHandlerOptions>(routes => routes.ThrowOnBadRequest = true);
        builder.Services.AddRequestTimeouts(timeouts => timeouts.DefaultPolicy = new() { Timeout = TimeSpan.FromSeconds(60) });
        builder.Services.ConfigureHttpJsonOptions(json => ApiJson.Use(json.SerializerOptions));
        builder.WebHost.UseKestrelHttpsConfiguration().ConfigureKestrel((_, kestrel) => Listen(kestrel, options));

        var app = builder.Build();
        if (await CookieKeyCheck.RunAsync(app.Services, directory) is { } lost)
            System.Console.Error.WriteLine($"iwtune-server: {lost}");
        app.Lifetime.ApplicationStarted.Register(() => started = true);
        app.Services.GetRequiredService<JudgedPeriods>().Join(feed);
        app.Services.GetRequiredService<Moves>().Join();
        // Counts from the first call on, not from the first look.
        app.Services.GetRequiredService<Telemetry.Telemetry>();
        app.UseEverything(options);
        app.MapEverything();
        return app;
    }

    private static void Listen(KestrelServerOptions kestrel, ServerOptions options)
    {
        kestrel.AddServerHeader = false;
        kestrel.Limits.MaxRequestBodySize = DefaultBodyLimit;
        // Applies to large bodies that a call reads itself: 16 MiB of reports take at most 35 minutes.
        kestrel.Limits.MinRequestBodyDataRate = new(bytesPerSecond: 8 * 1024, gracePeriod: TimeSpan.FromSeconds(5));
        kestrel.Limits.MaxRequestHeadersTotalSize = 16 * 1024;
        // A held check-in keeps its connection; between two of them it is idle for at most an interval.
        kestrel.Limits.KeepAliveTimeout = TimeSpan.FromMinutes(5);
        kestrel.Limits.Http2.MaxStreamsPerConnection = 100;
        var certificate = kestrel.ApplicationServices.GetRequiredService<ShownCertificate>();
        kestrel.Listen(
            options.Endpoint,
            listen =>
            {
                listen.Protocols = HttpProtocols.Http1AndHttp2;
                listen.UseHttps(https =>
                {
                    https.ServerCertificateSelector = (_, name) => certificate.For(name);
                    // RFC 8996: neither 1.0 nor 1.1, whatever the system's own settings permit.
                    https.SslProtocols = SslProtocols.Tls12 | SslProtocols.Tls13;
                    // A busy server may need longer than the framework's 10 s. A handshake that is cut off begins again at the same cost.
                    https.HandshakeTimeout = TimeSpan.FromSeconds(30);
                });
                listen.Use(AuthenticatedSuites.Require);
                // Behind a proxy a connection is the proxy's, and carries calls of many callers.
                if (options.Proxies.Count == 0)
                    listen.Use(next =>
                        connection =>
                        {
                            connection.Features.Set(new ProvenConnection());
                            return next(connection);
                        }
                    );
            }
        );
    }
}
