using IwTune.Server.Features.Inbox.Sources;

namespace IwTune.Server.Features.Inbox;

internal static class InboxSetup
{
    public static void AddInbox(this IServiceCollection services) =>
        services
            .AddScoped<InboxList>()
            .AddScoped<IInboxSource, RolloutItems>()
            .AddScoped<IInboxSource, EnrolmentItems>()
            .AddScoped<IInboxSource, HostItems>()
            .AddScoped<IInboxSource, ExceptionItems>()
            .AddScoped<IInboxSource, TokenItems>()
            .AddScoped<IInboxSource, KeyItems>()
            .AddScoped<IInboxSource, CookieKeyItems>()
            .AddScoped<IInboxSource, WebhookItems>()
            .AddScoped<IInboxSource, AuditItems>();
}
