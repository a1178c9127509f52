using IwTune.Server.Console;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Enrolment.Keys;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Scim;
using IwTune.Server.Features.Servers;
using IwTune.Server.Hosting.Telemetry;

namespace IwTune.Server.Hosting;

/// <summary>The order a request goes through the server.</summary>
internal static class Pipeline
{
    /// <summary>
    /// Says that authentication is in its place. Otherwise the builder, which does not see it inside of <c>UseWhen</c>, puts one more
    /// before everything else, where a store that cannot be read gives 500, and hosts' calls go through it, too.
    /// </summary>
    private const string AuthenticationIsHere = "__AuthenticationMiddlewareSet";

    public static void UseEverything(this WebApplication app, ServerOptions options)
    {
        var faults = ActivatorUtilities.CreateInstance<ApiFaults>(app.Services);
        if (options.Proxies.Count > 0)
            app.UseForwardedHeaders(Proxies.Trust(options));
        app.Use(Origin.TellAsync);
        app.Use(CurrentCall.TellAsync);
        app.Use(SecurityHeaders.SayAsync);
        app.Use(app.Services.GetRequiredService<RefusedCalls>().LookAsync);
        app.UsePageCompression();
        app.Use(ScimForm.TranslateAsync);
        app.UseWhen(context => context.IsApi(), api => api.UseStatusCodePages(PlainRefusals.WriteAsync).Use(faults.GuardAsync));
        app.Use(app.Services.GetRequiredService<FeedGuard>().GuardAsync);
        app.UseConsoleProblems();
        app.UseRouting();
        app.Use(ActivatorUtilities.CreateInstance<Bodies>(app.Services).TakeAsync);
        app.Use(app.Services.GetRequiredService<Admission>().AdmitAsync);
        app.Use(Traces.NameAsync);
        app.Use(app.Services.GetRequiredService<Newcomer>().LookAsync);
        app.Use(ActivatorUtilities.CreateInstance<HostCalls>(app.Services).KnowAsync);
        app.Use(ActivatorUtilities.CreateInstance<HostProofs>(app.Services).CheckAsync);
        app.UseWhen(context => context.IsApi(), api => api.Use(RequestForm.CheckAsync).Use(ETags.AnswerAsync));
        app.UseRequestTimeouts();
        ((IApplicationBuilder)app).Properties[AuthenticationIsHere] = true;
        // Hosts send their own credential, which their endpoints check themselves.
        app.UseWhen(
            context => !context.Request.Path.StartsWithSegments("/agent", StringComparison.Ordinal),
            people => people.UseAuthentication()
        );
        app.Use(app.Services.GetRequiredService<RateLimits>().InvokeAsync);
        app.UseAuthorization();
        app.UseAntiforgery();
        app.Use(FormToken.RequireAsync);
        app.Use(PlainFields.CheckAsync);
        app.Use(FormFields.CompleteAsync);
    }
}
