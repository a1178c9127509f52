using IwTune.Server.Hosting;
using Microsoft.AspNetCore.Antiforgery;
using Microsoft.AspNetCore.Authentication.Cookies;

namespace IwTune.Server.Features.Identity;

/// <summary>A browser sends its cookie with whatever page asks; a change by cookie therefore needs the antiforgery token too.</summary>
internal sealed class FormGuard(IAntiforgery antiforgery) : IEndpointFilter
{
    public async ValueTask<object?> InvokeAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        var http = context.HttpContext;
        var byCookie = http.User.Identity?.AuthenticationType == CookieAuthenticationDefaults.AuthenticationScheme;
        if (byCookie && !HttpMethods.IsGet(http.Request.Method) && !await antiforgery.IsRequestValidAsync(http))
            return RefusalAnswer.Invalid(
                "The antiforgery token is missing or old.",
                "Load the page again and repeat; programs send an API token instead."
            );
        return await next(context);
    }
}
