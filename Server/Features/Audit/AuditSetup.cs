using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Features.Audit.Sinks;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Audit;

/// <summary>What keeps the audit log: its key, its checkpoints and its copies.</summary>
internal static class AuditSetup
{
    private static readonly TimeSpan WebhookTime = TimeSpan.FromSeconds(10);

    public static void AddAudit(this IServiceCollection services, DataDirectory directory)
    {
        services.AddSingleton(_ => AuditKey.Load(directory));
        services.AddSingleton<Checkpointing>();
        services.AddSingleton(_ => new HttpClient(
            new GuardedNetwork(new SocketsHttpHandler { AllowAutoRedirect = false, UseCookies = false })
        )
        {
            Timeout = WebhookTime,
        });
        services.AddSingleton(Copies);
        services.AddHostedService<AuditKeeping>();
    }

    private static IReadOnlyList<SinkDelivery> Copies(IServiceProvider services)
    {
        var options = services.GetRequiredService<ServerOptions>();
        IEnumerable<IAuditSink> sinks =
        [
            .. options.AuditFiles.Select(path => new FileSink(path)),
            .. options.AuditWebhooks.Select(address => new WebhookSink(new Uri(address), services.GetRequiredService<HttpClient>())),
            .. options.Syslog.Select(address => new SyslogSink(
                new Uri(address),
                options.SyslogCa,
                services.GetRequiredService<TimeProvider>()
            )),
        ];
        return
        [
            .. sinks.Select(sink => new SinkDelivery(
                sink,
                services.GetRequiredService<Database>(),
                services.GetRequiredService<AuditKey>(),
                services.GetRequiredService<TimeProvider>()
            )),
        ];
    }
}
