using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Wire;

namespace IwTune.Lab;

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web, UseStringEnumConverter = true)]
[JsonSerializable(typeof(HostState))]
[JsonSerializable(typeof(Evidence[]))]
internal sealed partial class StatusJson : JsonSerializerContext;
