namespace IwTune.Agent.Linux.SystemBus.Wire;

/// <summary>The part of a message's header that is an array of (code, value).</summary>
/// <param name="fields">An <c>a(yv)</c>.</param>
internal readonly struct BusHeaderFields(BusValue fields)
{
    /// <summary>A field's text; <see langword="null"/> when the message has none.</summary>
    /// <exception cref="BusFormatException">It has one of another type.</exception>
    public string? Text(byte code, char type) =>
        Find(code) switch
        {
            null => null,
            BusValue.Text text when text.Type == type => text.Value,
            var other => throw new BusFormatException($"Header field {code} is of type {other.Signature}."),
        };

    /// <summary>A field's number; 0 when the message has none.</summary>
    /// <exception cref="BusFormatException">It has one of another type.</exception>
    public uint Number(byte code) =>
        Find(code) switch
        {
            null => 0,
            BusValue.Fixed { Type: 'u' } number => (uint)number.Bits,
            var other => throw new BusFormatException($"Header field {code} is of type {other.Signature}."),
        };

    /// <summary>The fields of a message that is to be sent.</summary>
    public static BusValue.Array Of(BusMessage message)
    {
        var fields = new List<BusValue>();
        Add(1, message.Path is { } path ? BusValue.Path(path) : null);
        Add(2, message.Interface is { } @interface ? BusValue.Of(@interface) : null);
        Add(3, message.Member is { } member ? BusValue.Of(member) : null);
        Add(4, message.ErrorName is { } error ? BusValue.Of(error) : null);
        Add(5, message.ReplySerial != 0 ? BusValue.Of(message.ReplySerial) : null);
        Add(6, message.Destination is { } destination ? BusValue.Of(destination) : null);
        Add(7, message.Sender is { } sender ? BusValue.Of(sender) : null);
        if (message.Body.Count > 0)
            Add(8, new BusValue.Text('g', string.Concat(message.Body.Select(value => value.Signature))));
        return new BusValue.Array("(yv)", fields);

        void Add(byte code, BusValue? value)
        {
            if (value is not null)
                fields.Add(new BusValue.Struct([new BusValue.Fixed('y', code), new BusValue.Variant(value)]));
        }
    }

    private BusValue? Find(byte code)
    {
        foreach (var field in fields.AsList)
        {
            if (field is BusValue.Struct { Fields: [var found, var value] } && found.AsNumber == code)
                return value.Plain;
        }
        return null;
    }
}
