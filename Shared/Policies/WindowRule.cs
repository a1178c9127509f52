using IwTune.Shared.Policies.Syntax;

namespace IwTune.Shared.Policies;

/// <summary>A <c>window</c> as written, with the place of its initcwnd for later complaints.</summary>
/// <param name="Window">The values; unset where they were missing or wrong.</param>
/// <param name="Written">True when the document has the key, right or wrong.</param>
/// <param name="Path">Path of the mapping in the document.</param>
/// <param name="InitCwndAt">Where initcwnd stands; <see langword="null"/> when it is missing or wrong.</param>
internal sealed record WindowRule(Window Window, bool Written, string Path, Node? InitCwndAt)
{
    internal const string Auto = "auto",
        Learned = "learned";

    internal static readonly string[] Known = ["initcwnd", "initrwnd"];

    /// <summary><see cref="Auto"/> or <see cref="Learned"/> where one of them replaces a number.</summary>
    internal string? Word { get; private init; }

    // A Linux receiver announces at most 64,240 bytes in its SYN, whatever its buffers (net/ipv4/tcp_output.c,
    // tcp_select_initial_window): 44 segments of 1460 bytes are the most a first flight can be.
    private const int UsefulMax = Model.Guardrail.ReceiverMost;

    internal static WindowRule Read(Keys keys, Findings findings)
    {
        var path = keys.PathOf("window");
        if (keys["window"] is not { } node)
            return new(Window.Unset, keys.Has("window"), path, null);
        if (WordOf(node) is { } alone)
            return new(Window.Unset, true, path, node) { Word = alone };
        if (node is not Node.Mapping mapping)
        {
            if (node is not Node.Refused)
                findings.Problem(
                    path,
                    node,
                    "must be a mapping, as in `window: { initcwnd: 10 }`, or `window: auto`, or `window: learned`"
                );
            return new(Window.Unset, true, path, null);
        }
        var inner = Keys.Of(mapping, path, Known, findings);
        if (!inner.Has("initcwnd") && !inner.Has("initrwnd"))
            findings.Missing(path, mapping, "names neither initcwnd nor initrwnd; write at least one, in segments");
        var word = WordOf(inner["initcwnd"]);
        var cwnd = word is null ? Segments(inner, "initcwnd", findings) : null;
        var rwnd = Segments(inner, "initrwnd", findings);
        Advise(inner, rwnd, findings);
        return new(new(cwnd, rwnd), true, path, cwnd is null && word is null ? null : inner["initcwnd"]) { Word = word };
    }

    private static string? WordOf(Node? node) => node is Node.Scalar { Value: Auto or Learned } scalar ? scalar.Value : null;

    private static int? Segments(Keys keys, string key, Findings findings)
    {
        if (keys[key] is not { } node || node is Node.Refused)
            return null;
        var scalar = node as Node.Scalar;
        var number = scalar is { Quoted: false } ? Text.Number(scalar.Value) : null;
        if (number is >= Window.Min and <= Window.Max)
            return number;
        findings.Problem(keys.PathOf(key), node, Complaint(key, scalar, number));
        return null;
    }

    private static string Complaint(string key, Node.Scalar? scalar, int? number)
    {
        var rule = $"must be a whole number of segments, {Window.Min} to {Window.Max}";
        return scalar switch
        {
            null => rule,
            { Value: Auto or Learned } =>
                $"initrwnd cannot be '{scalar.Value}'; write a number of segments, {Window.Min} to {Window.Max}, or leave the key out",
            { Quoted: true } when Text.Number(scalar.Value) is not null => $"{rule}, without quotes",
            _ when key == "initcwnd" && number is null => $"{rule}, or {Auto}, or "
                + $"{Learned}{(NearestWord.Of(scalar.Value, [Auto, Learned]) is { } nearest ? $"; did you mean '{nearest}'?" : "")}",
            _ when number == 0 => $"{rule}; 0 means \"unset\" to the kernel, so to leave it unset leave the key out",
            _ => rule,
        };
    }

    private static void Advise(Keys keys, int? rwnd, Findings findings)
    {
        // 44 and more leave a receiver with the default buffers what it announces without initrwnd.
        if (rwnd < UsefulMax)
            findings.Warning(
                keys.PathOf("initrwnd"),
                keys["initrwnd"]!,
                "lowers the window this host announces: since Linux 4.20 it is about 64 KB (44 segments) when initrwnd is left out"
            );
    }
}
