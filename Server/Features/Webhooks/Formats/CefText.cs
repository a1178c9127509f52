using System.Globalization;
using System.Text;
using IwTune.Server.Features.Webhooks.Events;
using IwTune.Server.Hosting;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Features.Webhooks.Formats;

/// <summary>An event as one line of ArcSight's Common Event Format, version 0 (CEF Implementation Standard, rev. 25).</summary>
internal static class CefText
{
    /// <summary>What a header field and a value of an extension may hold.</summary>
    private const int MostHeader = 512,
        MostValue = 1023;

    public static string Of(WebhookEvent happened)
    {
        var data = happened.Data;
        var line = new StringBuilder("CEF:0|IwTune|IwTune|");
        line.Append(Header(ServerVersion.Text))
            .Append('|')
            .Append(Header(happened.Type))
            .Append('|')
            .Append(Header(data.Text))
            .Append('|')
            .Append(Severity(happened).ToString(CultureInfo.InvariantCulture))
            .Append('|');
        Add(line, "rt", happened.Timestamp.ToUnixTimeMilliseconds().ToString(CultureInfo.InvariantCulture));
        Add(line, "cat", data.Kind);
        Add(line, "act", happened.Type);
        Add(line, "suser", data.Actor);
        Add(line, "src", AddressOf(data.Source));
        Add(line, "requestClientApplication", ProgramOf(data.Source));
        Add(line, "dhost", data.Host is { Name.Length: > 0 } host ? host.Name : null);
        Add(line, "externalId", data.Entry?.ToString(CultureInfo.InvariantCulture));
        Add(line, "fileHash", data.Hash);
        Add(line, "reason", data.Reason);
        Add(line, "msg", data.Text);
        Add(line, "cs1", data.Subject);
        Add(line, "cs1Label", "subject");
        return line.ToString().TrimEnd(' ');
    }

    /// <summary>Also of an entry of the audit log itself.</summary>
    public static string Of(AuditEntry entry) => Of(AuditEvents.Of(entry));

    /// <summary>0 to 10: that of the type, and of a change to a bad verdict more.</summary>
    public static int Severity(WebhookEvent happened) =>
        happened.Data.Verdict is { After: Verdict.Error or Verdict.Drifted }
            ? EventTypes.BadVerdict
            : EventTypes.Find(happened.Type)?.Severity ?? EventType.Ordinary;

    /// <summary>In a header a bar and a backslash are escaped, and a line never ends.</summary>
    public static string Header(string text) =>
        OneLine(Cut(text, MostHeader)).Replace("\\", "\\\\", StringComparison.Ordinal).Replace("|", "\\|", StringComparison.Ordinal);

    /// <summary>In a value an equals sign, a backslash and the ends of lines are escaped.</summary>
    public static string Value(string text)
    {
        var escaped = new StringBuilder(text.Length);
        foreach (var c in Cut(text, MostValue))
            _ = c switch
            {
                '\\' => escaped.Append("\\\\"),
                '=' => escaped.Append("\\="),
                '\n' => escaped.Append("\\n"),
                '\r' => escaped.Append("\\r"),
                _ => escaped.Append(IsLineEnd(c) ? ' ' : c),
            };
        return escaped.ToString();
    }

    private static void Add(StringBuilder line, string key, string? value)
    {
        if (value is { Length: > 0 })
            line.Append(key).Append('=').Append(Value(value)).Append(' ');
    }

    private static string OneLine(string text) => string.Concat(text.Select(c => IsLineEnd(c) ? ' ' : c));

    private static bool IsLineEnd(char c) => char.IsControl(c) || c is '\u2028' or '\u2029';

    private static string? AddressOf(string? source) =>
        source?.Split(' ')[0] is { } first && System.Net.IPAddress.TryParse(first, out _) ? first : null;

    private static string? ProgramOf(string? source) => AddressOf(source) is { } address ? source![address.Length..].Trim() : source;

    private static string Cut(string text, int most) =>
        text.Length <= most ? text : text[..(char.IsHighSurrogate(text[most - 1]) ? most - 1 : most)];
}
