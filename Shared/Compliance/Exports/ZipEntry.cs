namespace IwTune.Shared.Compliance.Exports;

/// <summary>A file of a zip, as both of its headers describe it.</summary>
/// <param name="Name">With forward slashes.</param>
/// <param name="Deflated">Whether its bytes are compressed.</param>
/// <param name="Start">Where they begin.</param>
/// <param name="Stored">How many there are in the zip.</param>
/// <param name="Bytes">How many they are unpacked.</param>
internal sealed record ZipEntry(string Name, bool Deflated, long Start, long Stored, long Bytes);
