using IwTune.Server.Hosting.Refusals;
using Microsoft.Extensions.Primitives;

namespace IwTune.Server.Hosting.Requests;

/// <summary>
/// No NUL in queries and forms either, as <see cref="PlainText"/> checks for documents: text that one of the two databases cannot store is
/// refused before either is called. In paths and headers the web server itself accepts none.
/// </summary>
internal static class PlainFields
{
    public static async Task CheckAsync(HttpContext context, RequestDelegate next)
    {
        var found = context.Request.QueryString.HasValue ? Find(context.Request.Query) : null;
        if (found is not null && context.IsApi())
            await RefusalAnswer
                .Of(
                    StatusCodes.Status400BadRequest,
                    "The request cannot be read.",
                    $"'{found}' in its query holds the character NUL (%00), which is not allowed."
                )
                .ExecuteAsync(context);
        else if (found is not null || (HttpMethods.IsPost(context.Request.Method) && !context.IsApi() && !await IsPlainFormAsync(context)))
            context.Response.StatusCode = StatusCodes.Status400BadRequest;
        else
            await next(context);
    }

    private static async Task<bool> IsPlainFormAsync(HttpContext context)
    {
        try
        {
            return !context.Request.HasFormContentType || Find(await context.Request.ReadFormAsync(context.RequestAborted)) is null;
        }
        catch (Exception unread) when (unread is InvalidDataException or IOException and not BadHttpRequestException)
        {
            return false;
        }
    }

    private static string? Find(IEnumerable<KeyValuePair<string, StringValues>> fields)
    {
        foreach (var (name, values) in fields)
        {
            if (name.Contains('\0', StringComparison.Ordinal))
                return name.Replace('\0', '\uFFFD');
            foreach (var value in values)
                if (value?.Contains('\0', StringComparison.Ordinal) == true)
                    return name;
        }
        return null;
    }
}
