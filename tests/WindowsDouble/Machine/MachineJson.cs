using System.Text.Json.Serialization;
using IwTune.WindowsDouble.Faults;

namespace IwTune.WindowsDouble.Machine;

/// <summary>The files of an emulated Windows. Written without reflection, because netsh is trimmed.</summary>
[JsonSourceGenerationOptions(WriteIndented = true, PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, UseStringEnumConverter = true)]
[JsonSerializable(typeof(MachineState))]
[JsonSerializable(typeof(List<Fault>))]
internal sealed partial class MachineJson : JsonSerializerContext;
