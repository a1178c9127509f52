using System.Text;
using IwTune.Agent.Linux.SystemBus.Wire;
using Tmds.DBus.Protocol;

namespace IwTune.Agent.Linux.SystemBus.Tmds;

/// <summary>Our values in messages of the package. Its own variants unwrap nested variants; ours must be sent as they came.</summary>
internal static class TmdsValues
{
    private const int DeepestNesting = 64;

    /// <summary>Reads every value of a message's body.</summary>
    /// <exception cref="BusFormatException">The body is not what its signature says.</exception>
    public static IReadOnlyList<BusValue> ReadAll(Message message)
    {
        var reader = message.GetBodyReader();
        return ReadFields(ref reader, Encoding.ASCII.GetString(message.Signature), 0);
    }

    /// <summary>Writes a value.</summary>
    public static void Write(ref MessageWriter writer, BusValue value)
    {
        switch (value)
        {
            case BusValue.Fixed number:
                WriteNumber(ref writer, number);
                break;
            case BusValue.Text { Type: 's' } text:
                writer.WriteString(text.Value);
                break;
            case BusValue.Text { Type: 'o' } path:
                writer.WriteObjectPath(path.Value);
                break;
            case BusValue.Text signature:
                writer.WriteSignature(signature.Value);
                break;
            case BusValue.Bytes bytes:
                writer.WriteArray(bytes.Value.Span);
                break;
            case BusValue.Array array:
                // The package numbers types by their characters.
                var start = writer.WriteArrayStart((DBusType)array.ItemType[0]);
                foreach (var item in array.Items)
                    Write(ref writer, item);
                writer.WriteArrayEnd(start);
                break;
            case BusValue.Struct of:
                writer.WriteStructureStart();
                foreach (var field in of.Fields)
                    Write(ref writer, field);
                break;
            case BusValue.Entry entry:
                writer.WriteDictionaryEntryStart();
                Write(ref writer, entry.Key);
                Write(ref writer, entry.Value);
                break;
            case BusValue.Variant variant:
                writer.WriteSignature(variant.Value.Signature);
                Write(ref writer, variant.Value);
                break;
        }
    }

    private static void WriteNumber(ref MessageWriter writer, BusValue.Fixed number)
    {
        switch (BusSignature.Width(number.Type))
        {
            case 1:
                writer.WriteByte((byte)number.Bits);
                break;
            case 2:
                writer.WriteUInt16((ushort)number.Bits);
                break;
            case 4:
                writer.WriteUInt32((uint)number.Bits);
                break;
            default:
                writer.WriteUInt64(number.Bits);
                break;
        }
    }

    private static BusValue Read(ref Reader reader, ReadOnlySpan<char> type, int depth)
    {
        if (depth > DeepestNesting)
            throw new BusFormatException("Values are nested too deeply.");
        switch (type[0])
        {
            case 's' or 'o':
                return new BusValue.Text(type[0], reader.ReadString());
            case 'g':
                return new BusValue.Text('g', reader.ReadSignatureAsString());
            case 'v':
                return new BusValue.Variant(Read(ref reader, reader.ReadSignatureAsString(), depth + 1));
            case 'a' when type is "ay":
                return new BusValue.Bytes(reader.ReadArrayOfByte());
            case 'a':
                var items = new List<BusValue>();
                for (var end = reader.ReadArrayStart((DBusType)type[1]); reader.HasNext(end); )
                    items.Add(Read(ref reader, type[1..], depth + 1));
                return new BusValue.Array(type[1..].ToString(), items);
            case '(':
                reader.AlignStruct();
                return new BusValue.Struct(ReadFields(ref reader, type[1..^1], depth));
            case '{':
                reader.AlignStruct();
                var entry = ReadFields(ref reader, type[1..^1], depth);
                return new BusValue.Entry(entry[0], entry[1]);
            default:
                return new BusValue.Fixed(type[0], ReadNumber(ref reader, type[0]));
        }
    }

    private static List<BusValue> ReadFields(ref Reader reader, ReadOnlySpan<char> types, int depth)
    {
        var fields = new List<BusValue>();
        while (!types.IsEmpty)
        {
            var length = BusSignature.FirstLength(types);
            fields.Add(Read(ref reader, types[..length], depth + 1));
            types = types[length..];
        }
        return fields;
    }

    private static ulong ReadNumber(ref Reader reader, char type) =>
        BusSignature.Width(type) switch
        {
            1 => reader.ReadByte(),
            2 => reader.ReadUInt16(),
            4 => reader.ReadUInt32(),
            _ => reader.ReadUInt64(),
        };
}
