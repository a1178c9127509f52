namespace IwTune.Agent.Linux.SystemBus;

/// <summary>
/// One D-Bus value with its exact type, so that what is read can be sent back with one key changed: an int32 that comes back
/// as a uint32 is another value to NetworkManager.
/// </summary>
internal abstract record BusValue
{
    private BusValue() { }

    /// <summary>Its type as D-Bus writes it: <c>u</c>, <c>a{sv}</c>.</summary>
    public abstract string Signature { get; }

    /// <summary>A number of fixed size: y b n q i u x t d h.</summary>
    /// <param name="Type">Which.</param>
    /// <param name="Bits">Its bits; a double's as IEEE 754.</param>
    public sealed record Fixed(char Type, ulong Bits) : BusValue
    {
        public override string Signature => Type.ToString();
    }

    /// <summary>A string (s), an object path (o) or a signature (g).</summary>
    public sealed record Text(char Type, string Value) : BusValue
    {
        public override string Signature => Type.ToString();
    }

    /// <summary>An array of bytes: ay.</summary>
    public sealed record Bytes(ReadOnlyMemory<byte> Value) : BusValue
    {
        public override string Signature => "ay";

        public bool Equals(Bytes? other) => other is not null && Value.Span.SequenceEqual(other.Value.Span);

        public override int GetHashCode() => Value.Length;
    }

    /// <summary>An array of any other type; one of <see cref="Entry"/> is a dictionary.</summary>
    /// <param name="ItemType">The type of its items.</param>
    /// <param name="Items">In order.</param>
    public sealed record Array(string ItemType, IReadOnlyList<BusValue> Items) : BusValue
    {
        public override string Signature => "a" + ItemType;

        public bool Equals(Array? other) => other is not null && ItemType == other.ItemType && Items.SequenceEqual(other.Items);

        public override int GetHashCode() => HashCode.Combine(ItemType, Items.Count);
    }

    /// <summary>A struct.</summary>
    public sealed record Struct(IReadOnlyList<BusValue> Fields) : BusValue
    {
        public override string Signature => $"({string.Concat(Fields.Select(one => one.Signature))})";

        public bool Equals(Struct? other) => other is not null && Fields.SequenceEqual(other.Fields);

        public override int GetHashCode() => Fields.Count;
    }

    /// <summary>A dictionary's entry.</summary>
    public sealed record Entry(BusValue Key, BusValue Value) : BusValue
    {
        public override string Signature => $"{{{Key.Signature}{Value.Signature}}}";
    }

    /// <summary>A value that carries its own type.</summary>
    public sealed record Variant(BusValue Value) : BusValue
    {
        public override string Signature => "v";
    }

    public static BusValue Of(string text) => new Text('s', text);

    public static BusValue Of(uint number) => new Fixed('u', number);

    public static BusValue Of(int number) => new Fixed('i', unchecked((uint)number));

    public static BusValue Of(ulong number) => new Fixed('t', number);

    public static BusValue Of(bool truth) => new Fixed('b', truth ? 1UL : 0);

    public static BusValue Path(string path) => new Text('o', path);

    /// <summary>The value itself, out of however many variants.</summary>
    public BusValue Plain => this is Variant variant ? variant.Value.Plain : this;

    /// <summary>A string's or path's text; <see langword="null"/> for anything else.</summary>
    public string? AsText => (Plain as Text)?.Value;

    /// <summary>A number that is not negative; <see langword="null"/> for anything else.</summary>
    public ulong? AsNumber => Plain is Fixed { Type: 'y' or 'q' or 'u' or 't' or 'b' } number ? number.Bits : null;

    /// <summary>The items of an array; empty for anything else.</summary>
    public IReadOnlyList<BusValue> AsList => Plain is Array array ? array.Items : [];

    /// <summary>The type alone: a value may be a secret.</summary>
    public sealed override string ToString() => Signature;
}
