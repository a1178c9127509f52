namespace IwTune.Agent.Engine.Visible;

/// <summary>
/// How the page of visible segments looks: the console's colours, light and dark, in rules short enough to lie within a segment.
/// </summary>
internal static class PageStyle
{
    public static IReadOnlyList<string> Rules { get; } =
    [
        ":root{color-scheme:light "
            + "dark;--bg:light-dark(#fbfbfa,#121416);--text:light-dark(#1b1c1e,#eceef0);--muted:light-dark(#5c6066,#a3abb3);"
            + "--line:light-dark(#dcdcd8,#363b41)}",
        ":root{--cell:light-dark(#c4c6c9,#4a5057);--first:light-dark(#0b62a6,#6cb4f5);--other:light-dark(#9a4200,#f2a65a)}",
        "body{margin:0;background:var(--bg);color:var(--text);font:14px/1.45 system-ui,sans-serif;font-variant-numeric:tabular-nums}",
        "main{max-width:820px;margin:24px auto;padding:0 16px}h1{font-size:20px;font-weight:600;margin:0 0 8px}p{margin:8px 0 16px}",
        "dl{margin:0 0 16px;border-top:1px solid var(--line)}.t{display:flex;gap:16px;padding:5px 0;border-bottom:1px solid var(--line)}",
        "dt{flex:0 0 160px;color:var(--muted)}dd{margin:0}b{font-weight:600}.q,caption{color:var(--muted)}",
        "#g{overflow:hidden}#g div{float:left;width:4px;height:12px;margin:0 1px 4px 0;background:var(--cell)}#g "
            + ".c{clear:left;width:9px;background:var(--first)}",
        "figure{margin:16px 0}svg{display:block;width:100%;height:auto}svg text{font:12px system-ui,sans-serif;fill:var(--muted)}",
        "table{border-collapse:collapse;margin:16px 0}caption{text-align:start;padding:4px 0;white-space:nowrap}th,td{padding:5px 16px "
            + "5px 0;text-align:end;border-bottom:1px solid var(--line);font-weight:400}th{color:var(--muted)}",
    ];
}
