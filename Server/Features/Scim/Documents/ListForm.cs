using System.Globalization;
using System.Text.Json.Nodes;

namespace IwTune.Server.Features.Scim.Documents;

/// <summary>Which part of a list a caller wants (RFC 7644 §3.4.2.4), and how the list is answered.</summary>
/// <param name="Start">Of the first, counted from 1.</param>
/// <param name="Count">At most so many.</param>
internal sealed record ListForm(int Start, int Count)
{
    public const int Most = 200;
    private const int Standard = 100;

    public static (ListForm Form, ScimError? Error) Of(HttpContext context)
    {
        var (start, first) = Number(context, "startIndex", 1);
        var (count, second) = Number(context, "count", Standard);
        // Less than 1 means 1, and a negative count 0.
        return (new(Math.Max(1, start), Math.Clamp(count, 0, Most)), first ?? second);
    }

    /// <summary>The rows of the page.</summary>
    public IReadOnlyList<T> Cut<T>(IReadOnlyList<T> rows) => [.. rows.Skip(Start - 1).Take(Count)];

    public JsonObject Answer(int total, IReadOnlyList<JsonObject> page) =>
        new()
        {
            ["schemas"] = new JsonArray("urn:ietf:params:scim:api:messages:2.0:ListResponse"),
            ["totalResults"] = total,
            ["startIndex"] = Start,
            ["itemsPerPage"] = page.Count,
            ["Resources"] = new JsonArray([.. page]),
        };

    private static (int Value, ScimError? Error) Number(HttpContext context, string name, int standard)
    {
        var text = context.Request.Query[name].ToString();
        return text.Length == 0 ? (standard, null)
            : int.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var value) ? (value, null)
            : (standard, ScimError.InvalidValue($"{name}: '{ScimError.Short(text)}' is not a whole number."));
    }
}
