using IwTune.Server.Console;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Enrolment.Keys;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Scim;
using IwTune.Server.Features.Servers;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Hosting.Requests;
using IwTune.Server.Hosting.Telemetry;

namespace IwTune.Server.Hosting;

/// <summary>The order a request goes through the server.</summary>
internal static class Pipeline
{
    /// <summary>The calls of hosts are below it.</summary>
    public const string HostsRoot = "/agent";

    /// <summary>
    /// Say that both are in their places. Otherwise the builder, which does not see them inside of <c>UseWhen</c>, puts one more of each
    /// before everything else, where a store that cannot be read gives 500, and hosts' calls go through them, too.
    /// </summary>
    private const string AuthenticationIsHere = "__AuthenticationMiddlewareSet",
        AuthorizationIsHere = "__AuthorizationMiddlewareSet";

    public static void UseEverything(this WebApplication app, ServerOptions options)
    {
        var faults = ActivatorUtilities.CreateInstance<ApiFaults>(app.Services);
        if (options.Proxies.Count > 0)
            app.UseForwardedHeaders(Proxies.Trust(options));
        app.Use(CurrentCall.TellAsync);
        app.Use(SecurityHeaders.SayAsync);
        app.Use(app.Services.GetRequiredService<RefusedCalls>().LookAsync);
        app.UsePageCompression();
        app.Use(ScimForm.TranslateAsync);
        app.UseWhen(context => context.IsApi(), api => api.Use(faults.GuardAsync));
        app.Use(app.Services.GetRequiredService<FeedGuard>().GuardAsync);
        app.UseConsoleProblems();
        app.UseRouting();
        app.Use(app.Services.GetRequiredService<Bodies>().TakeAsync);
        app.Use(app.Services.GetRequiredService<Admission>().AdmitAsync);
        app.Use(Traces.NameAsync);
        app.Use(app.Services.GetRequiredService<Newcomer>().LookAsync);
        app.Use(ActivatorUtilities.CreateInstance<HostCalls>(app.Services).KnowAsync);
        app.Use(ActivatorUtilities.CreateInstance<HostProofs>(app.Services).CheckAsync);
        app.UseWhen(context => context.IsApi(), api => api.Use(RequestForm.CheckAsync).Use(ETags.AnswerAsync));
        app.UseRequestTimeouts();
        ((IApplicationBuilder)app).Properties[AuthenticationIsHere] = true;
        ((IApplicationBuilder)app).Properties[AuthorizationIsHere] = true;
        app.UseWhen(IsNotOfHost, people => people.UseAuthentication());
        app.Use(app.Services.GetRequiredService<RateLimits>().InvokeAsync);
        app.UseWhen(
            IsNotOfHost,
            people =>
                people
                    .Use(people.ApplicationServices.GetRequiredService<CallerLimits>().LookAsync)
                    .UseAuthorization()
                    .UseAntiforgery()
                    .Use(FormToken.RequireAsync)
                    .Use(PlainFields.CheckAsync)
                    .Use(TypedQuery.CheckAsync)
                    .Use(FormFields.CompleteAsync)
        );
    }

    /// <summary>
    /// Hosts send their own credential, which their endpoints check themselves, no form, and nothing in a query that is stored. An endpoint
    /// of theirs that needs a permission keeps the server from starting (<see cref="DeclaredAccess"/>).
    /// </summary>
    private static bool IsNotOfHost(HttpContext context) => !context.Request.Path.StartsWithSegments(HostsRoot, StringComparison.Ordinal);
}
