using System.Buffers.Binary;
using System.Text;

namespace IwTune.Shared.Compliance.Exports;

/// <summary>Reads what a zip holds, by the layout of PKWARE's APPNOTE.TXT 6.3.10 and nothing beyond it.</summary>
/// <remarks>
/// Stricter than a program that unpacks: every byte belongs to a file or to the directory, both descriptions of a file agree, no name comes
/// twice or leads elsewhere. Two programs can then not see different files in one zip.
/// </remarks>
internal static class ZipDirectory
{
    private const int EndSize = 22,
        CentralSize = 46,
        LocalSize = 30,
        MostEntries = 20_000,
        MostName = 260,
        MostDirectory = 16 << 20;
    private const uint End = 0x06054b50,
        Central = 0x02014b50,
        Local = 0x04034b50,
        Descriptor = 0x08074b50;

    /// <returns>The files in their order.</returns>
    /// <exception cref="ExportFaultException">It is not such a zip.</exception>
    public static IReadOnlyList<ZipEntry> Read(Stream zip)
    {
        if (zip.Length < EndSize)
            throw new ExportFaultException("the file is not a zip, or was cut off: it is shorter than a zip's last record");
        var end = Bytes(zip, zip.Length - EndSize, EndSize);
        if (U32(end, 0) != End || U16(end, 20) != 0)
            throw new ExportFaultException("the file does not end like a zip: it was cut off, or data was appended");
        var (count, size, start) = (U16(end, 10), U32(end, 12), U32(end, 16));
        if (
            U16(end, 4) != 0
            || U16(end, 6) != 0
            || U16(end, 8) != count
            || count is 0 or > MostEntries
            || size > MostDirectory
            || start + (long)size != zip.Length - EndSize
        )
            throw new ExportFaultException(
                "the zip's directory is not where its last record says: it was cut, extended or made by another program"
            );
        var directory = Bytes(zip, start, (int)size);
        var entries = new List<ZipEntry>(count);
        var (at, next, names) = (0, 0L, new HashSet<string>(StringComparer.OrdinalIgnoreCase));
        for (var i = 0; i < count; i++)
        {
            if (directory.Length - at < CentralSize || U32(directory, at) != Central)
                throw new ExportFaultException("the zip's directory is damaged");
            var (flags, method, stored, bytes) = (
                U16(directory, at + 8),
                U16(directory, at + 10),
                U32(directory, at + 20),
                U32(directory, at + 24)
            );
            var (nameLength, extra, offset) = (
                U16(directory, at + 28),
                U16(directory, at + 30) + U16(directory, at + 32),
                U32(directory, at + 42)
            );
            if (extra != 0 || nameLength is 0 or > MostName || directory.Length - at < CentralSize + nameLength)
                throw new ExportFaultException("an entry of the zip's directory has fields that an export does not have");
            var name = Name(directory.AsSpan(at + CentralSize, nameLength));
            if (!names.Add(name))
                throw new ExportFaultException($"the zip has '{name}' twice");
            // Bit 3: lengths follow the data; bits 1 and 2: how hard it was packed; bit 11: the name is UTF-8.
            if ((flags & ~0x080e) != 0 || method is not (0 or 8) || (method == 0 && stored != bytes))
                throw new ExportFaultException($"'{name}' is encrypted, or compressed in a way that an export never uses");
            if (offset != next)
                throw new ExportFaultException($"before '{name}' the zip has bytes that belong to no file");
            var entry = LocalOf(zip, name, method == 8, flags, offset, stored, bytes, start, out next);
            entries.Add(entry);
            at += CentralSize + nameLength;
        }
        if (at != directory.Length || next != start)
            throw new ExportFaultException("the zip has bytes that belong to no file");
        return entries;
    }

    private static ZipEntry LocalOf(
        Stream zip,
        string name,
        bool deflated,
        int flags,
        long offset,
        long stored,
        long bytes,
        long limit,
        out long next
    )
    {
        if (offset + LocalSize > limit)
            throw new ExportFaultException($"'{name}' begins after the end of the zip's files");
        var local = Bytes(zip, offset, LocalSize);
        var (nameLength, late) = (U16(local, 26), (flags & 8) != 0);
        var same =
            U32(local, 0) == Local
            && U16(local, 6) == flags
            && U16(local, 8) == (deflated ? 8 : 0)
            && U16(local, 28) == 0
            && nameLength <= MostName
            && (late || (U32(local, 18) == stored && U32(local, 22) == bytes));
        if (!same || offset + LocalSize + nameLength + stored > limit || Name(Bytes(zip, offset + LocalSize, nameLength)) != name)
            throw new ExportFaultException($"the two descriptions of '{name}' in the zip differ");
        var start = offset + LocalSize + nameLength;
        next = start + stored + (late ? 16 : 0);
        if (late && (next > limit || U32(Bytes(zip, start + stored, 16), 0) != Descriptor))
            throw new ExportFaultException($"'{name}' is cut off in the zip: its data descriptor is missing");
        return new(name, deflated, start, stored, bytes);
    }

    private static string Name(ReadOnlySpan<byte> bytes)
    {
        string name;
        try
        {
            name = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true).GetString(bytes);
        }
        catch (ArgumentException invalid)
        {
            throw new ExportFaultException("a name in the zip is not UTF-8", invalid);
        }
        foreach (var c in name)
            if (char.IsControl(c) || c is '\\' or ':')
                throw new ExportFaultException("a name in the zip has a character that leads to another folder on some systems");
        foreach (var part in name.Split('/'))
            if (part is "" or "." or "..")
                throw new ExportFaultException($"'{name}' in the zip leads out of the folder where it is unpacked");
        return name;
    }

    private static byte[] Bytes(Stream zip, long at, int count)
    {
        var bytes = new byte[count];
        zip.Position = at;
        if (zip.ReadAtLeast(bytes, count, throwOnEndOfStream: false) < count)
            throw new ExportFaultException("the file is shorter than its own records state");
        return bytes;
    }

    private static int U16(byte[] from, int at) => BinaryPrimitives.ReadUInt16LittleEndian(from.AsSpan(at));

    private static uint U32(byte[] from, int at) => BinaryPrimitives.ReadUInt32LittleEndian(from.AsSpan(at));
}

/// <summary>A file of a zip, as both of its headers describe it.</summary>
/// <param name="Name">With forward slashes.</param>
/// <param name="Deflated">Whether its bytes are compressed.</param>
/// <param name="Start">Where they begin.</param>
/// <param name="Stored">How many there are in the zip.</param>
/// <param name="Bytes">How many they are unpacked.</param>
internal sealed record ZipEntry(string Name, bool Deflated, long Start, long Stored, long Bytes);
