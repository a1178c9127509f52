using IwTune.Server.Console.Appearance;

namespace IwTune.Server.Features.Hosts.Pages;

/// <summary>
/// The columns that a list of hosts shows: those in its address, else those that this browser chose last, else the standard ones.
/// </summary>
public sealed record HostColumnChoice
{
    /// <summary>Beside the theme's: kept by the browser, so that it needs no place in the store.</summary>
    public const string Cookie = "__Host-iwtune-columns";

    /// <summary>In an address: no columns beside name and verdict.</summary>
    public const string None = "none";

    /// <summary>In an address: the standard columns, whatever this browser chose last.</summary>
    public const string Usual = "standard";

    // Columns that stay below 700 and below 1400 pixels beside name and verdict.
    private const int OnPhones = 2,
        OnLaptops = 4;

    private HostColumnChoice(IReadOnlyList<HostColumn> columns, string? text) => (Columns, Text) = (columns, text);

    /// <summary>In their order.</summary>
    public IReadOnlyList<HostColumn> Columns { get; }

    /// <summary>As the address has them; <see langword="null"/> for the standard ones.</summary>
    public string? Text { get; }

    public static HostColumnChoice Standard { get; } = new(HostListColumns.Standard, null);

    /// <summary>Keys that are no columns are left out: an address may be of a newer server.</summary>
    public static HostColumnChoice Of(string? address, HttpContext? context) =>
        Parse(address) ?? Parse(context?.Request.Cookies[Cookie]) ?? Standard;

    /// <summary>The columns of these keys.</summary>
    public static HostColumnChoice Of(IEnumerable<string> keys)
    {
        var columns = HostListColumns.Read(keys).Columns;
        return columns.SequenceEqual(HostListColumns.Standard) ? Standard : new(columns, TextOf(columns));
    }

    /// <summary>Keeps it in this browser; the standard ones need no keeping.</summary>
    public void Remember(HttpContext context)
    {
        var options = ViewerCookie.Options(byScript: false);
        if (Text is { } text)
            context.Response.Cookies.Append(Cookie, text, options);
        else
            context.Response.Cookies.Delete(Cookie, options);
    }

    public bool Has(string key) => Columns.Any(column => column.Key == key);

    /// <summary>Which windows leave a column out.</summary>
    public string? Class(HostColumn column) =>
        Columns.Count(other => other.Rank < column.Rank) switch
        {
            < OnPhones => null,
            < OnLaptops => "wide",
            _ => "wider",
        };

    private static HostColumnChoice? Parse(string? text) =>
        string.IsNullOrWhiteSpace(text) ? null
        : text == Usual ? new(HostListColumns.Standard, Usual)
        : Of(text.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries));

    private static string TextOf(IReadOnlyList<HostColumn> columns) =>
        columns.Count == 0 ? None : string.Join(',', columns.Select(column => column.Key));
}
