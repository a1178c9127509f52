using IwTune.Server.Console.Appearance;
using IwTune.Server.Console.Assets;
using IwTune.Server.Console.Live;
using IwTune.Server.Features.Assignments.Pages;
using IwTune.Server.Features.Audit.Pages;
using IwTune.Server.Features.Compliance.Exports;
using IwTune.Server.Features.Compliance.Pages;
using IwTune.Server.Features.Compliance.Runs.Links;
using IwTune.Server.Features.Enrolment.Pages;
using IwTune.Server.Features.Exceptions.Pages;
using IwTune.Server.Features.Holds.Pages;
using IwTune.Server.Features.Hosts.Labelling.Pages;
using IwTune.Server.Features.Hosts.Pages;
using IwTune.Server.Features.Hosts.Views.Pages;
using IwTune.Server.Features.Identity.Pages;
using IwTune.Server.Features.Impact.Pages;
using IwTune.Server.Features.Insight.Captures;
using IwTune.Server.Features.Palette;
using IwTune.Server.Features.Policies;
using IwTune.Server.Features.Policies.Pages;
using IwTune.Server.Features.Recommendations.Pages;
using IwTune.Server.Features.Retention.Pages;
using IwTune.Server.Features.Rollouts.Pages;
using IwTune.Server.Features.Rollouts.Pages.Decisions;
using IwTune.Server.Features.Rollouts.Pages.Lists;
using IwTune.Server.Features.Standing.Pages;
using IwTune.Server.Features.Tokens.Pages;
using IwTune.Server.Features.Traffic.Pages;
using IwTune.Server.Features.Users.Pages;
using IwTune.Server.Hosting;
using Microsoft.AspNetCore.Diagnostics;

namespace IwTune.Server.Console;

/// <summary>The console's lines in <c>Program.cs</c>.</summary>
internal static class ConsoleSetup
{
    public static IServiceCollection AddConsole(this IServiceCollection services)
    {
        services.AddRazorComponents();
        services.AddCascadingAuthenticationState();
        services.AddHttpContextAccessor();
        services
            .AddSingleton<Flash>()
            .AddSingleton<LivePlaces>()
            .AddScoped<HostList>()
            .AddScoped<HostSorting>()
            .AddScoped<HostCsv>()
            .AddScoped<HostFacets>()
            .AddScoped<SelectedHosts>()
            .AddScoped<HostLabelling>()
            .AddScoped<ViewKeeping>()
            .AddScoped<PolicyBoard>()
            .AddScoped<PolicyPublishing>()
            .AddScoped<Assigning>()
            .AddScoped<AssignmentImpact>()
            .AddScoped<AssignmentPreview>()
            .AddScoped<Holding>()
            .AddScoped<TokenMaking>()
            .AddScoped<ApiTokenMaking>()
            .AddScoped<UserActing>()
            .AddScoped<Deciding>()
            .AddScoped<CaptureAttaching>()
            .AddScoped<ExceptionGranting>()
            .AddScoped<RolloutBoard>()
            .AddScoped<RolloutSteering>()
            .AddSingleton<RetentionSteering>();
        services.AddAntiforgery(o =>
        {
            o.Cookie.Name = "__Host-iwtune-form";
            o.Cookie.HttpOnly = true;
            o.Cookie.Path = "/";
            o.Cookie.SameSite = SameSiteMode.Strict;
            o.Cookie.SecurePolicy = CookieSecurePolicy.Always;
            // The whole console says frame-ancestors 'none'.
            o.SuppressXFrameOptionsHeader = true;
        });
        return services;
    }

    /// <summary>
    /// An answer without a body becomes a page, and an exception one that says where to look. Programs get their own form of both.
    /// </summary>
    public static WebApplication UseConsoleProblems(this WebApplication app)
    {
        app.UseWhen(
            context => !context.IsApi(),
            pages =>
                pages
                    .UseExceptionHandler("/error", createScopeForErrors: true)
                    .UseStatusCodePagesWithReExecute("/problem/{0}", createScopeForStatusCodePages: true)
                    .Use(ShowAsync)
        );
        return app;
    }

    // The page that explains a refused form is requested as GET: as a POST it would be refused for the same reason.
    private static async Task ShowAsync(HttpContext context, RequestDelegate next)
    {
        if (context.Features.Get<IStatusCodeReExecuteFeature>() is not null || context.Features.Get<IExceptionHandlerFeature>() is not null)
            context.Request.Method = HttpMethods.Get;
        try
        {
            await next(context);
        }
        catch (BadHttpRequestException bad) when (!context.Response.HasStarted)
        {
            // A form that cannot be read is the browser's mistake: a page with its status, nothing in the log.
            context.Response.StatusCode = bad.StatusCode;
        }
        // Razor's endpoint names a content type before it refuses without a body; that would pass for an answer.
        if (context.Response is { HasStarted: false, StatusCode: StatusCodes.Status400BadRequest or StatusCodes.Status409Conflict })
            context.Response.ContentType = null;
    }

    public static WebApplication MapConsole(this WebApplication app)
    {
        AssetEndpoints.Map(app);
        LookEndpoints.Map(app);
        LiveStream.Map(app);
        PaletteEndpoints.Map(app);
        PolicyWordsEndpoint.Map(app);
        HostsPageEndpoints.Map(app);
        ImpactPageEndpoints.Map(app);
        AuditCsv.Map(app);
        ExportEndpoints.MapForm(app);
        app.MapReading();
        AttentionEndpoints.Map(app);
        TrafficTrendEndpoints.Map(app);
        WhatIfEndpoints.Map(app);
        StandingPageEndpoints.Map(app);
        RolloutPageEndpoints.Map(app);
        BreakGlassEndpoints.Map(app);
        app.MapRazorComponents<App>();
        return app;
    }
}
