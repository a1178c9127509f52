using FsCheck;
using FsCheck.Fluent;
using IwTune.Server.Features.Webhooks.Formats;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Server.Tests.Features.Webhooks;

public sealed class CefTextTests
{
    private static readonly AuditEntry Entry = new(
        7,
        DateTimeOffset.UnixEpoch.AddSeconds(1),
        "user:admin",
        "user.lock",
        "user:eve",
        "Locked.",
        "",
        "ab"
    )
    {
        Source = "192.0.2.7 curl/8",
    };

    [Fact]
    public void An_entry_becomes_one_line()
    {
        var line = CefText.Of(Entry with { Text = @"a|b\c=d", Reason = "x=y\nz" });
        Assert.StartsWith("CEF:0|IwTune|IwTune|", line, StringComparison.Ordinal);
        Assert.Contains(@"|user.lock|a\|b\\c=d|7|", line, StringComparison.Ordinal);
        Assert.Contains(@"msg=a|b\\c\=d ", line, StringComparison.Ordinal);
        Assert.Contains(@"reason=x\=y\nz ", line, StringComparison.Ordinal);
        Assert.Contains("src=192.0.2.7 requestClientApplication=curl/8 externalId=7", line, StringComparison.Ordinal);
    }

    [Fact]
    public void Whatever_a_text_holds_the_line_stays_one_and_the_header_keeps_its_seven_bars() =>
        Prop.ForAll(
                ArbMap.Default.ArbFor<string>().Filter(text => text is not null),
                text =>
                {
                    var line = CefText.Of(Entry with { Text = text, Reason = text, Action = "a.b" });
                    return line.All(c => !char.IsControl(c)) && Bars(line) == 7 && Unescape(Extension(line, "reason")) == Shown(text);
                }
            )
            .QuickCheckThrowOnFailure();

    [Theory]
    [InlineData("<!channel> & <@U1|x>", "&lt;!channel&gt; &amp; &lt;@U1|x&gt;")]
    public void A_chat_cannot_be_made_to_call_everybody(string text, string escaped) => Assert.Equal(escaped, SlackText.Escape(text));

    private static int Bars(string line)
    {
        var (bars, at) = (0, 0);
        for (; at < line.Length && bars < 7; at++)
        {
            if (line[at] == '\\')
                at++;
            else if (line[at] == '|')
                bars++;
        }
        return bars;
    }

    /// <summary>A value, up to the next key: an unescaped equals sign ends it.</summary>
    private static string Extension(string line, string key)
    {
        var begin = line.IndexOf($" {key}=", StringComparison.Ordinal);
        if (begin < 0)
            return "";
        begin += key.Length + 2;
        var end = line.IndexOf(" msg=", begin, StringComparison.Ordinal) is var next and > 0
            ? next
            : line.IndexOf(" cs1=", begin, StringComparison.Ordinal);
        return line[begin..end];
    }

    private static string Unescape(string value)
    {
        var text = new System.Text.StringBuilder();
        for (var i = 0; i < value.Length; i++)
            text.Append(
                value[i] != '\\'
                    ? value[i]
                    : value[++i] switch
                    {
                        'n' => '\n',
                        'r' => '\r',
                        var other => other,
                    }
            );
        return text.ToString();
    }

    private static string Shown(string text) =>
        string.Concat(
            text.Select(c =>
                c is '\n' or '\r' ? c
                : char.IsControl(c) || c is '\u2028' or '\u2029' ? ' '
                : c
            )
        );
}
