namespace IwTune.Shared.Policies.Editing;

/// <summary>A document after an edit by fields.</summary>
/// <param name="Text">The document; only what the fields change differs.</param>
/// <param name="Refused">Paths that cannot be changed by fields in this document and have kept their value.</param>
public sealed record FieldsResult(string Text, IReadOnlyList<string> Refused);

/// <summary>
/// Changes a document to have the values of a form. Comments, order, spelling and all keys that no field changes stay byte for byte,
/// because it is edited by the places of its parts and never written anew.
/// </summary>
public sealed class FieldsEdit
{
    private readonly List<string> refused = [];
    private string text;

    private FieldsEdit(string text) => this.text = text;

    /// <param name="text">A document that <see cref="PolicyReader"/> reads without a problem.</param>
    /// <param name="wanted">
    /// The values. Its first scopes are those of the document, in the same order, with an empty kind where one is to go; all others are
    /// added.
    /// </param>
    public static FieldsResult Apply(string text, PolicyFields wanted)
    {
        var mark = text.StartsWith('\uFEFF') ? "\uFEFF" : "";
        var edit = new FieldsEdit(text[mark.Length..]);
        if (PolicyFields.Of(edit.text) is not { } now)
            return new(text, [""]);
        edit.Key("policy", now.Name, wanted.Name, Written.Word);
        edit.Key("mode", now.Mode, wanted.Mode, Written.Value);
        edit.Window("window", root => root, PolicyKeys.Order, now.Window, wanted.Window);
        edit.Limits(now, wanted);
        edit.Key("override", now.Override, wanted.Override, Written.Word);
        edit.Key("confirm", now.Confirm, wanted.Confirm, Written.Value);
        edit.Scopes(now.Scopes, wanted.Scopes);
        // Only a text that can be read again is given away.
        return PolicyFields.Of(edit.text) is { } got ? new(mark + edit.text, edit.Verified(got, wanted)) : new(text, [""]);
    }

    /// <summary>The document decides what was really changed, not the steps that led to it.</summary>
    private IReadOnlyList<string> Verified(PolicyFields got, PolicyFields wanted)
    {
        var scopes = wanted.Scopes.Where(scope => scope.Kind.Length > 0);
        var different = Pairs(got, wanted).Where(pair => !Equals(pair.Had, pair.Asked)).Select(pair => pair.Path);
        if (!got.Scopes.SequenceEqual(scopes))
            different = different.Append("scopes");
        refused.AddRange(
            different.Where(path => !refused.Exists(said => said.StartsWith(path.Split('.')[0], StringComparison.Ordinal))).ToList()
        );
        return [.. refused.Distinct(StringComparer.Ordinal)];
    }

    private static IEnumerable<(string Path, object Had, object Asked)> Pairs(PolicyFields a, PolicyFields b) =>
        [
            ("policy", a.Name, b.Name),
            ("mode", a.Mode, b.Mode),
            ("window", a.Window, b.Window),
            ("limits.max", a.Max, b.Max),
            ("limits.step", a.Step, b.Step),
            ("override", a.Override, b.Override),
            ("confirm", a.Confirm, b.Confirm),
        ];

    private void Key(string key, string now, string wanted, Func<string, string, Part?, string> write)
    {
        if (now != wanted)
            Do(
                key,
                root =>
                    wanted.Length == 0
                        ? PartChange.Cut(text, root, key)
                        : PartChange.Put(text, root, key, write(wanted, text, root[key]), PolicyKeys.Order)
            );
    }

    private void Limits(PolicyFields now, PolicyFields wanted) =>
        Nested("limits", "limits", root => root, PolicyKeys.Order, PolicyKeys.OfLimits, [(now.Max, wanted.Max), (now.Step, wanted.Step)]);

    private void Window(
        string path,
        Func<Part.Mapping, Part.Mapping?> owner,
        IReadOnlyList<string> order,
        WindowFields now,
        WindowFields wanted
    )
    {
        // The short form `window: auto` says one word, and keeps doing so as long as one word is enough.
        if (wanted.InitRwnd.Length == 0 && wanted.InitCwnd is "auto" or "learned")
            if (now != wanted && Part.Read(text) is { } read && owner(read)?["window"] is Part.Scalar word)
            {
                text = PartChange.Replace(text, word, Written.Value(wanted.InitCwnd, text, word));
                return;
            }
        Nested(path, "window", owner, order, PolicyKeys.OfWindow, [(now.InitCwnd, wanted.InitCwnd), (now.InitRwnd, wanted.InitRwnd)]);
    }

    /// <summary>The keys of a small mapping, which is written with its first key and goes with its last.</summary>
    private void Nested(
        string path,
        string key,
        Func<Part.Mapping, Part.Mapping?> owner,
        IReadOnlyList<string> order,
        string[] names,
        (string Now, string Wanted)[] values
    )
    {
        if (values.All(value => value.Now == value.Wanted))
            return;
        if (values.All(value => value.Wanted.Length == 0))
        {
            Do(path, root => owner(root) is { } map ? PartChange.Cut(text, map, key) : null);
            return;
        }
        if (Part.Read(text) is { } read && owner(read)?[key] is not Part.Mapping)
        {
            Do(path, root => owner(root) is { } map ? PartChange.Put(text, map, key, Inline(names, values), order) : null);
            return;
        }
        // First what is added, so that the mapping never is empty.
        foreach (var at in Enumerable.Range(0, names.Length).OrderBy(i => values[i].Wanted.Length == 0))
        {
            var (name, wanted) = (names[at], values[at].Wanted);
            if (values[at].Now == wanted)
                continue;
            Do(
                path,
                root =>
                    owner(root)?[key] is not Part.Mapping map ? null
                    : wanted.Length == 0 ? PartChange.Cut(text, map, name)
                    : PartChange.Put(text, map, name, Written.Value(wanted, text, map[name]), names)
            );
        }
    }

    private string Inline(string[] names, (string Now, string Wanted)[] values)
    {
        var written = names
            .Zip(values)
            .Where(pair => pair.Second.Wanted.Length > 0)
            .Select(pair => $"{Written.Key(pair.First, text)}: {Written.Value(pair.Second.Wanted, text)}");
        return $"{{ {string.Join(", ", written)} }}";
    }

    private void Scopes(IReadOnlyList<ScopeFields> now, IReadOnlyList<ScopeFields> wanted)
    {
        for (var i = 0; i < Math.Min(now.Count, wanted.Count); i++)
            if (wanted[i].Kind.Length > 0 && wanted[i] != now[i])
                Scope(i, now[i], wanted[i]);
        foreach (var added in wanted.Skip(now.Count).Where(scope => scope.Kind.Length > 0))
            Do(
                "scopes",
                root =>
                    root["scopes"] is Part.Sequence list
                        ? PartChange.Append(text, list, Item(added, null), indent => Item(added, indent))
                        : null
            );
        for (var i = Math.Min(now.Count, wanted.Count) - 1; i >= 0; i--)
        {
            var at = i;
            if (wanted[i].Kind.Length == 0)
                Do($"scopes[{i}]", root => root["scopes"] is Part.Sequence list ? PartChange.Cut(text, list, at) : null);
        }
    }

    private void Scope(int at, ScopeFields now, ScopeFields wanted)
    {
        var path = $"scopes[{at}]";
        Part? Of(Part.Mapping root) => (root["scopes"] as Part.Sequence)?.Items[at];
        if (now.Kind == "default" || wanted.Kind == "default")
        {
            Do(path, root => Other(root, Of(root), wanted));
            return;
        }
        if (now.Place != wanted.Place || now.Kind != wanted.Kind)
            Do(
                path,
                root =>
                {
                    if (Of(root) is not Part.Mapping item || item.IndexOf(now.Kind) is not (>= 0 and var index))
                        return null;
                    var (key, value) = item.Entries[index];
                    var placed = PartChange.Replace(text, value, Written.Value(wanted.Place, text, value));
                    return now.Kind == wanted.Kind ? placed : PartChange.Replace(placed, key, Written.Key(wanted.Kind, text));
                }
            );
        Window($"{path}.window", root => Of(root) as Part.Mapping, PolicyKeys.OfScope, now.Window, wanted.Window);
    }

    /// <summary>A scope that becomes or ceases to be the default routes is written anew; a comment within it would be lost.</summary>
    private string? Other(Part.Mapping root, Part? item, ScopeFields wanted)
    {
        if (item is null || text[item.Start..item.End].Contains('#', StringComparison.Ordinal))
            return null;
        var flow = root["scopes"] is Part.Sequence { Flow: true };
        return !flow && PartChange.Indent(text, item.Start) is null
            ? null
            : PartChange.Replace(text, item, Item(wanted, flow ? null : PartChange.Indent(text, item.Start)));
    }

    /// <param name="scope">The scope.</param>
    /// <param name="indent">What its lines begin with; <see langword="null"/> within braces.</param>
    private string Item(ScopeFields scope, string? indent)
    {
        if (scope.Kind == "default" && scope.Place.Length == 0 && scope.Window == WindowFields.None)
            return Written.Value(scope.Kind, text);
        var place = $"{Written.Key(scope.Kind, text)}: {Written.Value(scope.Place, text)}";
        var window =
            scope.Window == WindowFields.None
                ? ""
                : $"{Written.Key("window", text)}: "
                    + Inline(PolicyKeys.OfWindow, [("", scope.Window.InitCwnd), ("", scope.Window.InitRwnd)]);
        return indent is null ? $"{{ {place}{(window.Length > 0 ? ", " + window : "")} }}"
            : window.Length > 0 ? $"{place}{PartChange.Break(text)}{indent}{window}"
            : place;
    }

    /// <summary>Each step reads the document anew, so that no place is of a text before it.</summary>
    private void Do(string path, Func<Part.Mapping, string?> edit)
    {
        if (Part.Read(text) is { } root && edit(root) is { } edited)
            text = edited;
        else
            refused.Add(path);
    }
}
