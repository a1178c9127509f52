using System.Buffers.Text;
using System.Collections;
using System.Reflection;
using System.Text;
using IwTune.Server.Hosting.Refusals;

namespace IwTune.Server.Hosting.Requests;

/// <summary>
/// Lists that are answered a page at a time: <c>?limit=N&amp;after=CURSOR</c>, and a Link header to the next one (RFC 8288).
/// </summary>
/// <remarks>
/// A cursor names the row that came last, not how many there were: rows that come or go meanwhile neither repeat nor hide others.
/// </remarks>
internal sealed class PagedLists : IEndpointFilter
{
    public const int Most = 10_000;
    private const int LongestCursor = 1000;

    public async ValueTask<object?> InvokeAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        var request = context.HttpContext.Request;
        if (!HttpMethods.IsGet(request.Method) || context.HttpContext.GetEndpoint()?.Metadata.GetMetadata<IsPagedList>() is not { } list)
            return await next(context);
        var (limit, after) = (request.Query["limit"].ToString(), request.Query["after"].ToString());
        var most = Most;
        if (limit.Length > 0 && (!int.TryParse(limit, out most) || most is < 1 or > Most))
            return RefusalAnswer.Invalid(
                "Nothing was listed.",
                $"limit: '{(limit.Length > 40 ? limit[..40] : limit)}' is outside 1..{Most}"
            );
        string? last = null;
        if (after.Length > 0 && (last = Read(after)) is null)
            return RefusalAnswer.Invalid(
                "Nothing was listed.",
                "after: not a cursor of this list; use the Link header of the previous page"
            );
        var window = new PageWindow(last, most + 1);
        context.HttpContext.Features.Set(window);
        var answer = await next(context);
        if (window.IsTaken)
            (last, most) = (null, window.Rows - 1);
        return answer is IValueHttpResult { Value: IList rows } ? Page(context.HttpContext, list, rows, last, most) ?? answer
            : Unwrapped(answer) is IValueHttpResult { Value: IList inner } ? Page(context.HttpContext, list, inner, last, most) ?? answer
            : answer;
    }

    private static object? Unwrapped(object? answer) => answer is INestedHttpResult nested ? nested.Result : answer;

    /// <returns><see langword="null"/> when the whole list is the page.</returns>
    private static IResult? Page(HttpContext context, IsPagedList list, IList rows, string? last, int most)
    {
        var begin = 0;
        if (last is not null)
        {
            begin = Begin(list, rows, last);
            if (begin < 0)
                return RefusalAnswer.Invalid("Nothing was listed.", "after: the row of this cursor is gone; start again without it");
        }
        var end = Math.Min(rows.Count, begin + most);
        if (begin == 0 && end == rows.Count)
            return null;
        if (end < rows.Count)
            context.Response.Headers.Link = $"<{Next(context.Request, list.KeyOf(rows[end - 1]!))}>; rel=\"next\"";
        var page = Array.CreateInstance(list.Row, end - begin);
        for (var i = begin; i < end; i++)
            page.SetValue(rows[i], i - begin);
        return Results.Json(
            page,
            context
                .RequestServices.GetRequiredService<Microsoft.Extensions.Options.IOptions<Microsoft.AspNetCore.Http.Json.JsonOptions>>()
                .Value.SerializerOptions.GetTypeInfo(list.List)
        );
    }

    /// <summary>Right after the row; where it is gone, where it was, if the list is in the order of its keys.</summary>
    private static int Begin(IsPagedList list, IList rows, string last)
    {
        var keys = rows.Cast<object>().Select(list.KeyOf).ToList();
        if (keys.IndexOf(last) is var at and >= 0)
            return at + 1;
        var (rising, falling) = (true, true);
        for (var i = 1; i < keys.Count; i++)
        {
            var order = string.CompareOrdinal(keys[i - 1], keys[i]);
            (rising, falling) = (rising && order < 0, falling && order > 0);
        }
        if (!rising && !falling)
            return -1;
        var begin = keys.FindIndex(key => rising ? string.CompareOrdinal(key, last) > 0 : string.CompareOrdinal(key, last) < 0);
        return begin < 0 ? keys.Count : begin;
    }

    private static string Next(HttpRequest request, string key)
    {
        var others = request
            .Query.Where(one => one.Key != "after")
            .SelectMany(one => one.Value.Select(value => $"{Uri.EscapeDataString(one.Key)}={Uri.EscapeDataString(value ?? "")}"));
        return $"{request.Path.ToUriComponent()}?"
            + $"{string.Join('&', others.Append($"after={Base64Url.EncodeToString(Encoding.UTF8.GetBytes(key))}"))}";
    }

    private static string? Read(string cursor) =>
        cursor.Length <= LongestCursor && Base64Url.IsValid(cursor) ? Encoding.UTF8.GetString(Base64Url.DecodeFromChars(cursor)) : null;
}

/// <summary>The part of a list to read from the store, for calls whose rows the store can select itself.</summary>
/// <param name="after">Key of the last row of the previous page; <see langword="null"/> at the beginning.</param>
/// <param name="rows">One more than the page holds: it says whether there is another.</param>
internal sealed class PageWindow(string? after, int rows)
{
    public string? After => after;

    public int Rows => rows;

    /// <summary>Whether the call selects the rows itself.</summary>
    public bool IsTaken { get; private set; }

    /// <summary>The window of a call; a call that reads it must answer with these rows only.</summary>
    public static PageWindow Of(HttpContext context)
    {
        var window = context.Features.Get<PageWindow>() ?? new PageWindow(null, PagedLists.Most + 1);
        window.IsTaken = true;
        return window;
    }
}

/// <summary>Marks a list that is answered a page at a time.</summary>
/// <param name="list">The type that is answered.</param>
/// <param name="row">Its rows.</param>
/// <param name="key">What makes a row unique.</param>
internal sealed class IsPagedList(Type list, Type row, PropertyInfo key)
{
    private static readonly string[] Keys = ["Id", "Name", "HostId"];

    public Type List => list;

    public Type Row => row;

    public string KeyOf(object one) => key.GetValue(one)?.ToString() ?? "";

    /// <summary>
    /// What a call that answers with this type is marked with; <see langword="null"/> when it is no list of rows with a key.
    /// </summary>
    public static IsPagedList? Of(Type? answered)
    {
        if (answered is not { IsGenericType: true } || answered.GetGenericTypeDefinition() != typeof(IReadOnlyList<>))
            return null;
        var row = answered.GetGenericArguments()[0];
        return Keys.Select(name => row.GetProperty(name)).FirstOrDefault(property => property is not null) is { } key
            ? new(answered, row, key)
            : null;
    }
}
