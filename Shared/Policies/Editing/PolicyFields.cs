namespace IwTune.Shared.Policies.Editing;

/// <summary>
/// The common values of a policy as they are written, for a form. Empty text: not written. They need not be valid: what they make of the
/// document is judged by <see cref="PolicyReader"/>.
/// </summary>
public sealed record PolicyFields
{
    /// <summary>The policy's name.</summary>
    public string Name { get; init; } = "";

    /// <summary><c>enforce</c> or <c>audit</c>; never empty, because a policy that does not say enforces.</summary>
    public string Mode { get; init; } = "enforce";

    /// <summary>The policy's own window.</summary>
    public WindowFields Window { get; init; } = WindowFields.None;

    /// <summary>The scopes, in the order of the document.</summary>
    public IReadOnlyList<ScopeFields> Scopes { get; init; } = [];

    /// <summary><c>limits.max</c>.</summary>
    public string Max { get; init; } = "";

    /// <summary><c>limits.step</c>.</summary>
    public string Step { get; init; } = "";

    /// <summary>The dead-man timer.</summary>
    public string Confirm { get; init; } = "";

    /// <summary>The reason for going beyond the guardrails.</summary>
    public string Override { get; init; } = "";

    /// <summary>The keys of the document that are not among these, in its order.</summary>
    public IReadOnlyList<string> Others { get; init; } = [];

    /// <summary>The fields of a document.</summary>
    /// <returns><see langword="null"/> for a text that is not a mapping.</returns>
    public static PolicyFields? Of(string text) => Part.Read(text.TrimStart('\uFEFF')) is { } root ? Of(root) : null;

    internal static PolicyFields Of(Part.Mapping root)
    {
        var limits = root["limits"] as Part.Mapping;
        return new()
        {
            Name = Value(root["policy"]),
            Mode = root["mode"] is Part.Scalar mode ? mode.Value : "enforce",
            Window = WindowFields.Of(root["window"]),
            Scopes = root["scopes"] is Part.Sequence scopes ? [.. scopes.Items.Select(ScopeFields.Of)] : [],
            Max = Value(limits?["max"]),
            Step = Value(limits?["step"]),
            Confirm = Value(root["confirm"]),
            Override = Value(root["override"]),
            Others = [.. root.Entries.Select(entry => entry.Key.Value).Except(PolicyKeys.Shown, StringComparer.Ordinal)],
        };
    }

    internal static string Value(Part? part) => part is Part.Scalar scalar ? scalar.Value : "";
}

/// <summary>A window as it is written.</summary>
/// <param name="InitCwnd">A number of segments, <c>auto</c> or <c>learned</c>.</param>
/// <param name="InitRwnd">A number of segments.</param>
public sealed record WindowFields(string InitCwnd, string InitRwnd)
{
    /// <summary>No window.</summary>
    public static WindowFields None { get; } = new("", "");

    // `window: auto` stands for that initcwnd.
    internal static WindowFields Of(Part? window) =>
        window switch
        {
            Part.Scalar scalar => new(scalar.Value, ""),
            Part.Mapping mapping => new(PolicyFields.Value(mapping["initcwnd"]), PolicyFields.Value(mapping["initrwnd"])),
            _ => None,
        };
}

/// <summary>A scope as it is written.</summary>
/// <param name="Kind">
/// <c>default</c>, <c>prefix</c>, <c>interface</c>, <c>table</c> or <c>containers</c>; empty for a scope to remove.
/// </param>
/// <param name="Place">Which one; empty for the default routes.</param>
/// <param name="Window">Its own window.</param>
public sealed record ScopeFields(string Kind, string Place, WindowFields Window)
{
    /// <summary>The kinds of scopes, the most common first.</summary>
    public static IReadOnlyList<string> Kinds { get; } = ["default", "prefix", "interface", "table", "containers"];

    internal static ScopeFields Of(Part item) =>
        item is Part.Mapping mapping && Kinds.FirstOrDefault(kind => mapping[kind] is not null) is { } kind
            ? new(kind, PolicyFields.Value(mapping[kind]), WindowFields.Of(mapping["window"]))
            : new(PolicyFields.Value(item), "", WindowFields.None);
}
