using System.Text;
using System.Text.Json.Nodes;
using IwTune.Shared.Fleet.Webhooks;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Webhooks.Formats;

/// <summary>
/// An event as a chat message: <c>{"text": …}</c> in Slack's mrkdwn, which Mattermost, Rocket.Chat and Discord's /slack take too.
/// </summary>
internal static class SlackText
{
    /// <summary>What Slack shows of a text without folding it (docs.slack.dev, "Truncating content").</summary>
    private const int Most = 3000;

    private const int MostLines = 10;

    public static string Body(WebhookEvent happened) => new JsonObject { ["text"] = Of(happened) }.ToJsonString();

    public static string Of(WebhookEvent happened)
    {
        var data = happened.Data;
        var text = new StringBuilder($"*{Escape(happened.Type)}* {Escape(data.Text)}");
        if (data.Reason is { Length: > 0 } reason)
            text.Append($"\n_{Escape(reason)}_");
        if (data.Actor is { Length: > 0 } actor)
            text.Append($"\nby {Escape(Actors.Name(actor))}");
        foreach (var one in (data.Digest?.Events ?? []).Take(MostLines))
            text.Append($"\n• {Escape(one.Data.Text)}");
        if (data.Digest is { } digest && digest.Count > MostLines)
            text.Append($"\nand {digest.Count - Math.Min(MostLines, digest.Events.Count):#,0} more");
        var link = data.Url is { } url ? $"\n<{url}|Open in IwTune>" : "";
        return Cut(text.ToString(), Most - link.Length) + link;
    }

    /// <summary>
    /// The three characters that mean something to Slack (docs.slack.dev, "Escaping text"); no mention or link can be made of what a host
    /// or a person wrote.
    /// </summary>
    public static string Escape(string text) =>
        text.Replace("&", "&amp;", StringComparison.Ordinal)
            .Replace("<", "&lt;", StringComparison.Ordinal)
            .Replace(">", "&gt;", StringComparison.Ordinal);

    /// <summary>Not in the middle of an escape, nor of a character of two halves.</summary>
    private static string Cut(string text, int most)
    {
        if (text.Length <= most)
            return text;
        var end = most - 1;
        var ampersand = text.LastIndexOf('&', end - 1, Math.Min(5, end));
        if (ampersand >= 0 && text.IndexOf(';', ampersand) >= end)
            end = ampersand;
        if (char.IsHighSurrogate(text[end - 1]))
            end--;
        return text[..end] + "…";
    }
}
