using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Hosting.Requests;
using Microsoft.AspNetCore.Antiforgery;
using Microsoft.AspNetCore.Authentication.Cookies;

namespace IwTune.Server.Features.Identity;

/// <summary>
/// A browser sends its cookie with whatever page asks; a change by cookie therefore needs the antiforgery token too. A request without it
/// is refused before anything reads it.
/// </summary>
internal static class FormToken
{
    /// <summary>In every such refusal, and in no other.</summary>
    public const string Missing = "antiforgery token";

    private const string Lacking = $"The {Missing} is missing or old.",
        Unread = "The form cannot be read; it may be larger than 256 KiB.";

    public static async Task RequireAsync(HttpContext context, RequestDelegate next)
    {
        // The page that says so is a GET within the same request, and not refused once more.
        if (HttpMethods.IsGet(context.Request.Method) || await ProblemAsync(context) is not { } problem)
        {
            await next(context);
            return;
        }
        if (context.IsApi())
        {
            await RefusalAnswer
                .Invalid(problem, "Load the page again and repeat; programs send an API token instead.")
                .ExecuteAsync(context);
            return;
        }
        CurrentCall.IsRefused(problem);
        context.Response.StatusCode = StatusCodes.Status400BadRequest;
    }

    /// <summary>The framework checks forms of pages alone; every other change by cookie is checked here.</summary>
    /// <returns><see langword="null"/> when the request may pass.</returns>
    private static async Task<string?> ProblemAsync(HttpContext context)
    {
        if (context.Features.Get<IAntiforgeryValidationFeature>() is { } form)
            return form.IsValid ? null
                : IsUnread(form.Error) ? Unread
                : Lacking;
        if (context.User.Identity?.AuthenticationType != CookieAuthenticationDefaults.AuthenticationScheme)
            return null;
        try
        {
            return await context.RequestServices.GetRequiredService<IAntiforgery>().IsRequestValidAsync(context) ? null : Lacking;
        }
        catch (AntiforgeryValidationException unread) when (IsUnread(unread))
        {
            return Unread;
        }
    }

    /// <summary>The form is read to find the token in it.</summary>
    private static bool IsUnread(Exception? error) => error?.InnerException is IOException or InvalidDataException;
}
