namespace IwTune.Server.Features.Scim.Schemas;

/// <summary>The kinds of values in use here (RFC 7643 §2.3).</summary>
internal enum AttributeKind
{
    Text,
    Boolean,
    Complex,
    Reference,
}

/// <summary>An attribute: how it is read, changed, compared and described (RFC 7643 §7).</summary>
/// <param name="Name">As answers write it; callers may write it in another case.</param>
/// <param name="Kind">Of its values.</param>
/// <param name="Description">For <c>/Schemas</c>.</param>
internal sealed record ScimAttribute(string Name, AttributeKind Kind, string Description)
{
    public bool IsList { get; init; }

    /// <summary>May not be absent, and so not be removed.</summary>
    public bool Required { get; init; }

    /// <summary>Callers may send it back, but not change it.</summary>
    public bool ReadOnly { get; init; }

    /// <summary>Whether <c>eq</c> distinguishes upper and lower case.</summary>
    public bool CaseExact { get; init; }

    /// <summary>No two resources of this server have the same value.</summary>
    public bool Unique { get; init; }

    /// <summary>In every answer, whatever <c>attributes</c> says.</summary>
    public bool Always { get; init; }

    public IReadOnlyList<ScimAttribute> Parts { get; init; } = [];

    /// <summary>The part that a comparison without one means (RFC 7644 §3.4.2.2).</summary>
    public ScimAttribute? Value => Part("value");

    public ScimAttribute? Part(string name) => Find(Parts, name);

    public static ScimAttribute? Find(IReadOnlyList<ScimAttribute> all, string name)
    {
        foreach (var one in all)
            if (one.Name.Equals(name, StringComparison.OrdinalIgnoreCase))
                return one;
        return null;
    }
}
