using System.Text;
using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Windows.Templates.Netsh;

namespace IwTune.Agent.Tests.Windows.Templates.Netsh;

/// <summary>For any language, padding and line ends, a window is read or a reason is given; it is never another number.</summary>
public sealed class NetshTextProperties
{
    private static readonly Gen<string> Label = Gen.ArrayOf(Gen.Elements([.. "abzÄéßüœñ漢字ソ表窓ウ(). -"]))
        .Resize(24)
        .Select(letters => "L" + new string(letters).Trim());

    private static readonly Gen<(string Text, int Window)> Block =
        from heading in Gen.Elements("", "TCP Supplemental Parameters", "TCP グローバル パラメーター", "Zusätzliche TCP-Parameter")
        from hasDefault in Gen.Elements(true, false)
        from labels in Gen.ArrayOf(Label, 7)
        from padding in Gen.ArrayOf(Gen.Choose(0, 40), 8)
        from trailing in Gen.Elements("", " ", "   ")
        from end in Gen.Elements("\n", "\r\n")
        from rule in Gen.Choose(10, 60)
        from marked in Gen.Elements(true, false)
        from window in Gen.Choose(1, 64)
        from values in Gen.Elements<string[]>(
            ["200"],
            ["cubic", "disabled", "40", "2"],
            ["dctcp", "enabled", "10", "2", "enabled", "default"]
        )
        let lines = new[] { "300", $"{window}" }
            .Concat(values)
            .Select(
                (value, at) =>
                    (at == 1 ? "W" + (marked ? " (MSS)" : "") : labels[at % 7]) + new string(' ', padding[at] + 1) + ": " + value + trailing
            )
        let top = (hasDefault ? $"Vorlage: internet{end}{end}" : "") + heading + end + new string('-', rule) + end
        select (top + string.Concat(lines.Select(line => line + end)) + end, window);

    private static readonly Gen<int> CodePage = Gen.Elements(437, 850, 932, 936, 949, 950, 1252, 65001);

    [Fact]
    public void The_window_is_read_in_every_code_page() =>
        Prop.ForAll(
                (from block in Block from codePage in CodePage select (block, codePage)).ToArbitrary(),
                drawn =>
                    NetshSupplemental
                        .Read(NetshText.Cut(OemCodePage.Of(drawn.codePage).GetBytes(drawn.block.Text)))
                        .Block?.InitialCongestionWindow == drawn.block.Window
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void A_text_that_is_cut_anywhere_gives_the_same_window_or_a_reason() =>
        Prop.ForAll(
                (
                    from block in Block
                    from codePage in CodePage
                    from kept in Gen.Choose(0, 100)
                    select (block, codePage, kept)
                ).ToArbitrary(),
                drawn =>
                {
                    var whole = OemCodePage.Of(drawn.codePage).GetBytes(drawn.block.Text);
                    var (block, problem) = NetshSupplemental.Read(NetshText.Cut(whole.AsSpan(0, whole.Length * drawn.kept / 100)));
                    return block is null ? problem.Length > 0 : block.InitialCongestionWindow == drawn.block.Window;
                }
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void A_capture_that_is_cut_after_any_byte_gives_the_same_window_or_a_reason()
    {
        foreach (
            var (capture, window) in new[] { ("win11-en-US", 10), ("win10or11-custom-default-de-DE", 10), ("2008r2-kb2472264-en-US", 2) }
        )
        {
            var whole = Capture.Bytes("netsh-show-supplemental-" + capture, 850);
            for (var kept = 0; kept <= whole.Length; kept++)
            {
                var (block, problem) = NetshSupplemental.Read(NetshText.Cut(whole.AsSpan(0, kept)));
                Assert.True(
                    block is null ? problem.Length > 0 : block.InitialCongestionWindow == window,
                    $"{capture} cut after {kept} bytes"
                );
            }
        }
    }

    [Fact]
    public void Garbage_gives_a_reason_or_a_number_that_stands_in_it() =>
        Prop.ForAll(
                Gen.OneOf(
                        Gen.ArrayOf(Gen.Choose(0, 255).Select(value => (byte)value)).Resize(400),
                        Gen.ArrayOf(Gen.Elements([.. " :-\r\n\t019a(MSS)\0\xFF"]).Select(letter => (byte)letter)).Resize(200)
                    )
                    .ToArbitrary(),
                garbage =>
                {
                    var text = NetshText.Cut(garbage);
                    var (block, problem) = NetshSupplemental.Read(text);
                    _ = NetshGlobal.Read(garbage);
                    _ = OemCodePage.OneLine(garbage);
                    return block is null
                        ? problem.Length > 0
                        : Encoding.Latin1.GetString(garbage).Contains($"{block.InitialCongestionWindow}", StringComparison.Ordinal);
                }
            )
            .QuickCheckThrowOnFailure();
}
