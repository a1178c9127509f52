using IwTune.Server.Hosting;
using Microsoft.AspNetCore.Antiforgery;

namespace IwTune.Server.Features.Identity;

/// <summary>
/// A page's form without its antiforgery token is a bad request before anything reads it; reading it would be a fault of the server's.
/// </summary>
internal static class FormToken
{
    public static Task RequireAsync(HttpContext context, RequestDelegate next)
    {
        // The page that says so is a GET within the same request, and not refused once more.
        if (HttpMethods.IsGet(context.Request.Method) || context.Features.Get<IAntiforgeryValidationFeature>() is not { IsValid: false })
            return next(context);
        CurrentCall.IsRefused("The antiforgery token of the form is missing or old.");
        context.Response.StatusCode = StatusCodes.Status400BadRequest;
        return Task.CompletedTask;
    }
}
